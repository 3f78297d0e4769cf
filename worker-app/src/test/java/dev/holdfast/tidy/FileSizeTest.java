package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FileSizeTest {
    private static final int LONGEST = 300;
    private static final int HEADER = 40;
    private static final String EXCUSE = "This file is long because";

    @Test
    void aFileOfMoreThanThreeHundredLinesSaysWhyAtItsTop() {
        assertThat(tooLong(Checkout.withLaboratory()))
                .as("cut them, or write at their top: '%s ...'", EXCUSE)
                .isEmpty();
    }

    @Test
    void aLongFileIsReportedUnlessItSaysWhy() {
        SourceFile silent = SourceFile.of("worker-core/A.java", "class A {}\n".repeat(LONGEST + 1));
        SourceFile explained = SourceFile.of("worker-core/B.java", "// " + EXCUSE + " it must be.\n" + silent.text());
        SourceFile late = SourceFile.of("worker-core/C.java", silent.text() + "// " + EXCUSE + " it must be.\n");
        SourceFile fits = SourceFile.of("worker-core/D.java", "class D {}\n".repeat(LONGEST));

        assertThat(tooLong(List.of(silent, explained, late, fits)))
                .containsExactly("worker-core/A.java: 301 lines", "worker-core/C.java: 302 lines");
    }

    private static List<String> tooLong(List<SourceFile> sources) {
        return sources.stream()
                .filter(source -> source.lines() > LONGEST)
                .filter(source -> source.text().lines().limit(HEADER).noneMatch(line -> line.contains(EXCUSE)))
                .map(source -> source.path() + ": " + source.lines() + " lines")
                .toList();
    }
}
