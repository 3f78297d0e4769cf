package dev.holdfast.tidy;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests there are.
 *
 * @param methods test methods by the simple name of their class
 * @param onPostgres names of the contract's parts, the {@code …Cases}, that {@code worker-pg} runs
 */
record TestCatalog(Map<String, Set<String>> methods, Set<String> onPostgres) {
    /** From an annotation that makes a test to the method it stands before. */
    private static final Pattern TEST =
            Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest|BothNamespaces)\\b(?:(?!\\bvoid\\b)[\\s\\S])*+"
                    + "\\bvoid (\\w+)\\(");

    private static final Pattern CONTRACT = Pattern.compile("\\babstract class (\\w+Contract)\\b");
    private static final Pattern CASES = Pattern.compile("\\b\\w+Cases\\b");

    static TestCatalog of(Collection<SourceFile> sources) {
        List<SourceFile> tests =
                sources.stream().filter(source -> !source.isMain()).toList();
        Map<String, Set<String>> methods = tests.stream()
                .collect(Collectors.toMap(TestCatalog::className, TestCatalog::methodsOf, TestCatalog::both));
        return new TestCatalog(methods, casesOnPostgres(tests));
    }

    boolean has(String className, String method) {
        return methods.getOrDefault(className, Set.of()).contains(method);
    }

    private static String className(SourceFile source) {
        String file = source.path().substring(source.path().lastIndexOf('/') + 1);
        return file.substring(0, file.length() - ".java".length());
    }

    private static Set<String> methodsOf(SourceFile source) {
        return TEST.matcher(source.code())
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static Set<String> both(Set<String> first, Set<String> second) {
        return Stream.concat(first.stream(), second.stream()).collect(Collectors.toSet());
    }

    private static Set<String> casesOnPostgres(List<SourceFile> tests) {
        return tests.stream()
                .filter(source -> isRunOnPostgres(source, tests))
                .flatMap(source -> CASES.matcher(source.code()).results())
                .map(found -> found.group())
                .collect(Collectors.toSet());
    }

    private static boolean isRunOnPostgres(SourceFile source, List<SourceFile> tests) {
        Matcher contract = CONTRACT.matcher(source.code());
        return contract.find()
                && tests.stream()
                        .filter(test -> test.module().equals("worker-pg"))
                        .anyMatch(test -> test.code().contains("extends " + contract.group(1)));
    }
}
