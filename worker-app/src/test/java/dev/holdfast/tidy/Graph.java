package dev.holdfast.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Who uses whom, by name. */
record Graph(SortedMap<String, Set<String>> arrows) {
    private static final String PREFIX = "dev.holdfast.";

    /** Reads lines of the form {@code runtime -> job lock}. */
    static Graph of(String lines) {
        SortedMap<String, Set<String>> arrows = new TreeMap<>();
        lines.lines().filter(line -> !line.isBlank()).forEach(line -> {
            String[] halves = line.split("->", 2);
            arrows.put(halves[0].strip(), new TreeSet<>(words(halves[1])));
        });
        return new Graph(arrows);
    }

    static Graph ofPackages(Collection<SourceFile> sources) {
        return of(sources, SourceFile::packageName, Function.identity());
    }

    /** A module uses the modules in which the packages it names are at home. */
    static Graph ofModules(Collection<SourceFile> sources) {
        Map<String, String> homes =
                sources.stream().collect(Collectors.toMap(SourceFile::packageName, SourceFile::module, (a, b) -> a));
        return of(sources, SourceFile::module, name -> homes.getOrDefault(name, name));
    }

    private static Graph of(
            Collection<SourceFile> sources, Function<SourceFile, String> node, Function<String, String> target) {
        SortedMap<String, Set<String>> arrows = new TreeMap<>();
        for (SourceFile source : sources) {
            String from = shortName(node.apply(source));
            Set<String> targets = arrows.computeIfAbsent(from, name -> new TreeSet<>());
            source.uses().forEach(used -> targets.add(shortName(target.apply(used))));
            targets.remove(from);
        }
        return new Graph(arrows);
    }

    private static String shortName(String packageName) {
        return packageName.startsWith(PREFIX) ? packageName.substring(PREFIX.length()) : packageName;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
    }

    /** What has to change in the list for it to say what the code does; empty when they agree. */
    List<String> differencesFrom(Graph listed) {
        List<String> differences = new ArrayList<>();
        arrows.forEach((from, to) -> to.stream()
                .filter(target -> !listed.has(from, target))
                .forEach(target -> differences.add("not allowed: " + from + " -> " + target)));
        listed.arrows.forEach((from, to) -> to.stream()
                .filter(target -> !has(from, target))
                .forEach(target -> differences.add("listed, but nobody uses it: " + from + " -> " + target)));
        return differences;
    }

    private boolean has(String from, String to) {
        return arrows.getOrDefault(from, Set.of()).contains(to);
    }

    /** The nodes that can reach themselves. */
    List<String> inCycles() {
        return arrows.keySet().stream()
                .filter(node -> reachable(node).contains(node))
                .toList();
    }

    private Set<String> reachable(String start) {
        Set<String> seen = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            for (String next : arrows.getOrDefault(open.pop(), Set.of())) {
                if (seen.add(next)) {
                    open.push(next);
                }
            }
        }
        return seen;
    }

    /** The arrows that lead to a later name of the order, or to the same layer. */
    List<String> arrowsAgainst(List<Set<String>> order) {
        List<String> wrong = new ArrayList<>();
        arrows.forEach((from, to) -> to.stream()
                .filter(target -> layer(order, from) >= 0 && layer(order, target) >= layer(order, from))
                .forEach(target -> wrong.add(from + " -> " + target)));
        return wrong;
    }

    private static int layer(List<Set<String>> order, String name) {
        for (int i = 0; i < order.size(); i++) {
            if (order.get(i).contains(name)) {
                return i;
            }
        }
        return -1;
    }
}
