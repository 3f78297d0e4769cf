package dev.holdfast.bench.run;

import dev.holdfast.bench.report.Figure;
import java.util.Map;

/**
 * One thing a benchmark measures again and again.
 *
 * @param subject the system
 * @param variation what is different about this trial, beside the subject's own settings; may be empty
 * @param measurement takes its figures once
 * @param mayFail true for a system that is not ours: if it cannot be measured, the run goes on without it
 */
record Trial(Subject subject, String variation, Measurement measurement, boolean mayFail) {
    /** Takes figures once. */
    @FunctionalInterface
    interface Measurement {
        Map<Figure, Double> take() throws Exception;
    }

    static Trial of(Subject subject, String variation, Measurement measurement) {
        return new Trial(subject, variation, measurement, false);
    }

    static Trial ofPeer(Subject subject, String variation, Measurement measurement) {
        return new Trial(subject, variation, measurement, true);
    }

    String setting() {
        return (subject.setting() + " " + variation).strip();
    }

    @Override
    public String toString() {
        return (subject.system() + " " + setting()).strip();
    }
}
