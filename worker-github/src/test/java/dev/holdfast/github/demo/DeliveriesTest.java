package dev.holdfast.github.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.github.json.Json;
import dev.holdfast.github.pull.ActuateRequest;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.github.pull.ReviewRequest;
import dev.holdfast.github.webhook.GitHubWebhook;
import dev.holdfast.job.NewJob;
import dev.holdfast.job.PayloadCodec;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import dev.holdfast.plugin.Webhook.Delivery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveriesTest {
    private final GitHubDemo demo = new GitHubDemo();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 60, 500})
    void there_are_as_many_as_were_asked_for_and_the_same_run_gives_the_same(int count) {
        assertThat(demo.deliveries("Run 7!", count)).hasSize(count).isEqualTo(demo.deliveries("Run 7!", count));
    }

    @Test
    void every_kind_of_step_occurs_in_a_run_of_the_usual_length() {
        Set<String> seen = demo.deliveries("r1", 60).stream()
                .map(delivery -> delivery.about().replaceAll("^\\S+ ", ""))
                .collect(Collectors.toSet());

        assertThat(seen).hasSize(Step.values().length);
    }

    @Test
    void another_run_has_other_ids_and_other_pull_requests() {
        List<DemoDelivery> one = demo.deliveries("r1", 60);
        List<DemoDelivery> two = demo.deliveries("r2", 60);

        assertThat(one).extracting(DemoDelivery::id).doesNotContainAnyElementsOf(ids(two));
        assertThat(keys(one)).doesNotContainAnyElementsOf(keys(two));
    }

    @Test
    void an_id_that_comes_twice_brings_the_same_body() {
        Map<String, String> bodies = new HashMap<>();
        int repeated = 0;
        for (DemoDelivery delivery : demo.deliveries("r1", 60)) {
            String earlier = bodies.putIfAbsent(delivery.id(), delivery.body());
            repeated += earlier == null ? 0 : 1;
            assertThat(bodies).containsEntry(delivery.id(), delivery.body());
        }
        assertThat(repeated).isPositive();
    }

    @Test
    void every_job_is_about_a_pull_request_at_a_head_the_stand_in_knows() {
        for (NewJob job : jobs(demo.deliveries("r1", 200))) {
            if (job.kind().equals("pr-review")) {
                ReviewRequest review = PayloadCodec.decode(job.payload(), ReviewRequest.class);
                DemoPull pull = new DemoPull(review.id());
                assertThat(review.headSha()).isIn(null, pull.sha(0), pull.head());
            }
        }
    }

    @Test
    void nothing_of_the_repository_the_templates_came_from_is_left() {
        assertThat(demo.deliveries("r1", 60))
                .allSatisfy(delivery -> assertThat(delivery.body())
                        .doesNotContain("Codertocat/Hello-World", "ec26c3e57ca3a959ca5aad62de7213c562f8c821"));
    }

    @Test
    void all_that_is_said_about_a_pull_request_agrees() {
        for (DemoDelivery delivery : demo.deliveries("r1", 60)) {
            Json body = Json.parse(delivery.body());
            body.find("pull_request").ifPresent(pull -> {
                assertThat(pull.at("base").at("repo").text("full_name"))
                        .isEqualTo(body.at("repository").text("full_name"));
                assertThat(pull.text("url")).endsWith("/pulls/" + pull.number("number"));
            });
        }
    }

    @Test
    void most_deliveries_lead_to_work_and_some_to_none() {
        List<DemoDelivery> deliveries = demo.deliveries("r1", 60);

        assertThat(jobs(deliveries)).hasSizeBetween(40, 59);
        assertThat(pulls(deliveries)).hasSizeGreaterThan(20);
    }

    private static Set<String> ids(List<DemoDelivery> deliveries) {
        return deliveries.stream().map(DemoDelivery::id).collect(Collectors.toSet());
    }

    private static Set<String> keys(List<DemoDelivery> deliveries) {
        return jobs(deliveries).stream()
                .map(job -> job.uniqueKey().orElseThrow())
                .collect(Collectors.toSet());
    }

    private static Set<PullId> pulls(List<DemoDelivery> deliveries) {
        return jobs(deliveries).stream()
                .map(job -> job.kind().equals("pr-review")
                        ? PayloadCodec.decode(job.payload(), ReviewRequest.class)
                                .id()
                        : PayloadCodec.decode(job.payload(), ActuateRequest.class)
                                .id())
                .collect(Collectors.toSet());
    }

    private static List<NewJob> jobs(List<DemoDelivery> deliveries) {
        GitHubWebhook webhook = new GitHubWebhook("secret");
        return deliveries.stream()
                .flatMap(delivery ->
                        webhook.jobs(new Delivery(delivery.id(), delivery.event(), delivery.body())).stream())
                .toList();
    }
}
