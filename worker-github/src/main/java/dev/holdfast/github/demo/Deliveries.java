package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.github.pull.PullId;
import dev.holdfast.plugin.DemoScenario.DemoDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes the deliveries of one run. Pull requests come in windows, one of each {@link Plot}; within a window each delivers
 * its first step, then each its second, so that several are under way at once, as in life.
 *
 * @param run names the run; part of every repository's name and every delivery's id
 */
record Deliveries(String run) {
    private static final int WINDOW = Plot.ALL.size();
    private static final int MOST_STEPS = 3;
    private static final int WINDOWS_OF_NUMBERS = 1000;
    /** With capitals, as GitHub sends them. */
    private static final List<String> REPOSITORIES = List.of("Shop", "Billing-API", "docs.site");

    List<DemoDelivery> first(int count) {
        List<DemoDelivery> deliveries = new ArrayList<>();
        int number = WINDOW * (1 + Derived.number(run, WINDOWS_OF_NUMBERS));
        for (; deliveries.size() < count; number += WINDOW) {
            deliveries.addAll(window(number));
        }
        return List.copyOf(deliveries.subList(0, count));
    }

    private List<DemoDelivery> window(int firstNumber) {
        List<DemoDelivery> deliveries = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS; step++) {
            for (int number = firstNumber; number < firstNumber + WINDOW; number++) {
                add(deliveries, number, step);
            }
        }
        return deliveries;
    }

    private void add(List<DemoDelivery> deliveries, int number, int index) {
        String repository = repository(number);
        String[] names = repository.split("/", 2);
        DemoPull pull = new DemoPull(new PullId(names[0], names[1], number));
        if (index < pull.plot().steps().size()) {
            deliveries.add(delivery(pull, repository, index));
        }
    }

    private String repository(int number) {
        String suffix = run.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
        return "Holdfast-Demo/" + REPOSITORIES.get(number % REPOSITORIES.size()) + "-"
                + suffix.substring(0, Math.min(40, suffix.length()));
    }

    private DemoDelivery delivery(DemoPull pull, String repository, int index) {
        Step step = pull.plot().steps().get(index);
        String sha = step == Step.PUSHED ? pull.sha(1) : pull.sha(0);
        ObjectNode body = Template.named(step.template).fill(pull, repository, sha);
        Body.adapt(body, step, pull);
        int counted = step == Step.SAME_AGAIN ? 0 : index;
        String id = run + "-" + pull.id().number() + "-" + counted;
        return new DemoDelivery(id, step.event, body.toString(), pull.id() + " " + step.about);
    }
}
