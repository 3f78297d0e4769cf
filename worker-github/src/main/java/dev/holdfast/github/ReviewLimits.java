package dev.holdfast.github;

import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.plugin.HandlerSpec;
import java.util.OptionalInt;

/**
 * How many reviews may run at once, over all workers.
 *
 * @param all together
 * @param perOwner for each owner of repositories, which is who installs a GitHub App
 * @param perRepository for each repository
 */
record ReviewLimits(OptionalInt all, OptionalInt perOwner, OptionalInt perRepository) {
    static ReviewLimits of(PluginSettings settings) {
        return new ReviewLimits(
                settings.limit(PluginSettings.REVIEWS),
                settings.limit(PluginSettings.REVIEWS_PER_OWNER),
                settings.limit(PluginSettings.REVIEWS_PER_REPOSITORY));
    }

    HandlerSpec<ReviewRequest> on(HandlerSpec<ReviewRequest> spec) {
        HandlerSpec<ReviewRequest> limited = spec;
        if (perRepository.isPresent()) {
            limited = limited.atMost(perRepository.getAsInt(), ReviewLimits::repository);
        }
        if (perOwner.isPresent()) {
            limited = limited.atMost(perOwner.getAsInt(), ReviewLimits::owner);
        }
        if (all.isPresent()) {
            limited = limited.atMost(all.getAsInt());
        }
        return limited;
    }

    private static String owner(ReviewRequest request) {
        return request.owner();
    }

    /** A slash in it: never an owner's key. */
    private static String repository(ReviewRequest request) {
        return request.owner() + "/" + request.repo();
    }
}
