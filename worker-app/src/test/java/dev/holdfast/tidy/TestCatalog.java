package dev.holdfast.tidy;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests there are.
 *
 * @param methods test methods by the simple name of their class
 * @param onPostgres names of the shared parts, the {@code …Cases}, that some test class runs on PostgreSQL
 */
record TestCatalog(Map<String, Set<String>> methods, Set<String> onPostgres) {
    /** From an annotation that makes a test to the method it stands before. */
    private static final Pattern TEST =
            Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|BothNamespaces)\\b(?:(?!\\bvoid\\b)[\\s\\S])*+"
                    + "\\bvoid (\\w+)\\(");

    /** What a test class is made of. */
    private static final Pattern PART = Pattern.compile("\\b\\w+(?:Cases|Contract)\\b");

    static TestCatalog of(Collection<SourceFile> sources) {
        Map<String, String> code = new HashMap<>();
        Set<String> runners = new HashSet<>();
        sources.stream().filter(source -> !source.isMain()).forEach(source -> {
            code.merge(className(source), source.code(), String::concat);
            if (source.module().equals("worker-pg") || className(source).endsWith("OnPostgresTest")) {
                runners.add(className(source));
            }
        });
        Map<String, Set<String>> methods = code.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> methodsOf(entry.getValue())));
        return new TestCatalog(methods, partsOf(runners, code));
    }

    boolean has(String className, String method) {
        return methods.getOrDefault(className, Set.of()).contains(method);
    }

    private static String className(SourceFile source) {
        String file = source.path().substring(source.path().lastIndexOf('/') + 1);
        return file.substring(0, file.length() - ".java".length());
    }

    private static Set<String> methodsOf(String code) {
        return TEST.matcher(code).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    private static Set<String> partsOf(Set<String> runners, Map<String, String> code) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(runners);
        while (!open.isEmpty()) {
            named(code.getOrDefault(open.pop(), "")).filter(seen::add).forEach(open::add);
        }
        return seen;
    }

    private static Stream<String> named(String code) {
        return PART.matcher(code).results().map(MatchResult::group);
    }
}
