package dev.holdfast.bench.report;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One row's median over another's.
 *
 * @param of the one that is compared
 * @param to what it is compared with
 * @param bound what it should be; empty if nobody asks
 */
public record Ratio(Row of, Row to, Optional<Bound> bound) {

    double value() {
        return of.median() / to.median();
    }

    /** A line for people. */
    String line() {
        String target = bound.map(wanted -> " (target: " + wanted + "; " + verdict(wanted) + ")")
                .orElse("");
        return String.format(
                Locale.ROOT,
                "  %7.2f  %s of %s to that of %s%s%n",
                value(),
                of.figure().name(),
                of.who(),
                to.who(),
                target);
    }

    private String verdict(Bound wanted) {
        return wanted.isMetBy(value()) ? "met" : "missed";
    }

    /** As it stands in the JSON answer. */
    Map<String, Object> asJson(String bench) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bench", bench);
        all.put("figure", of.figure().name());
        all.put("of", of.system());
        all.put("ofSetting", of.setting());
        all.put("to", to.system());
        all.put("setting", to.setting());
        all.put("ratio", value());
        bound.ifPresent(wanted -> {
            all.put("target", wanted.toString());
            all.put("met", wanted.isMetBy(value()));
        });
        return all;
    }
}
