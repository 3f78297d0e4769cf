package dev.holdfast.tidy;

import dev.holdfast.event.WorkerEvent;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code docs/events.md} says: a row for each event, with its fields in order.
 *
 * @param fields by event
 */
record EventsPage(Map<String, List<String>> fields) {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z]\\w+)` \\| ((?:`\\w+`(?:, )?)+) \\|");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    static EventsPage of(String text) {
        return new EventsPage(ROW.matcher(text)
                .results()
                .collect(Collectors.toMap(row -> row.group(1), EventsPage::fieldsOf, (a, b) -> b, TreeMap::new)));
    }

    private static List<String> fieldsOf(MatchResult row) {
        return NAME.matcher(row.group(2)).results().map(name -> name.group(1)).toList();
    }

    /** What the page would say if it were right. */
    static EventsPage ofTheCode() {
        return new EventsPage(Arrays.stream(WorkerEvent.class.getPermittedSubclasses())
                .collect(Collectors.toMap(Class::getSimpleName, EventsPage::componentsOf, (a, b) -> b, TreeMap::new)));
    }

    private static List<String> componentsOf(Class<?> event) {
        return Arrays.stream(event.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }
}
