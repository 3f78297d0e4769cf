package dev.holdfast.tidy;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something no file may contain, and what to do instead.
 *
 * @param what a pattern, looked for in code and not in comments or strings
 * @param instead what to use
 * @param where the sources it is about
 * @param except ends of paths of the files that may
 * @param sample code that must be reported
 */
record Ban(Pattern what, String instead, Where where, Set<String> except, String sample) {
    enum Where {
        MAIN,
        TESTS,
        EVERYWHERE
    }

    static Ban everywhere(String what, String instead, String sample) {
        return new Ban(Pattern.compile(what), instead, Where.EVERYWHERE, Set.of(), sample);
    }

    static Ban inMain(String what, String instead, String sample) {
        return new Ban(Pattern.compile(what), instead, Where.MAIN, Set.of(), sample);
    }

    static Ban inTests(String what, String instead, String sample) {
        return new Ban(Pattern.compile(what), instead, Where.TESTS, Set.of(), sample);
    }

    Ban except(String... endsOfPaths) {
        return new Ban(what, instead, where, Set.of(endsOfPaths), sample);
    }

    List<String> violations(SourceFile source) {
        if (!isAbout(source)) {
            return List.of();
        }
        Matcher matcher = what.matcher(source.code());
        return matcher.results()
                .map(found -> source.path() + ":" + line(source.code(), found.start()) + ": " + found.group()
                        + " is banned; use " + instead)
                .toList();
    }

    private boolean isAbout(SourceFile source) {
        boolean sameSide = where == Where.EVERYWHERE || source.isMain() == (where == Where.MAIN);
        return sameSide && except.stream().noneMatch(end -> source.path().endsWith(end));
    }

    private static long line(String text, int position) {
        return text.substring(0, position).chars().filter(c -> c == '\n').count() + 1;
    }
}
