package dev.holdfast.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every promise to users names the test that shows it, and every test that is named exists. */
class GuaranteesPageTest {
    private static final int FEWEST_PROMISES = 40;

    private final GuaranteesPage page = new GuaranteesPage(Checkout.text("docs/guarantees.md"));
    private final TestCatalog catalog = TestCatalog.of(Checkout.sources());

    @Test
    void everyPromiseNamesATest() {
        assertThat(page.promises()).hasSizeGreaterThan(FEWEST_PROMISES);
        assertThat(page.unshown()).isEmpty();
    }

    @Test
    void everyTestThatIsNamedExists() {
        assertThat(page.missingFrom(catalog)).isEmpty();
    }

    @Test
    void aPromiseWithoutATestIsReported() {
        GuaranteesPage bad = new GuaranteesPage("""
                | what happens | the lock | shown by |
                |---|---|---|
                | the job ends | is freed | `SettleCases.it_is_freed` |
                | nothing | `SettleCases.in_the_wrong_column` | trust us |

                | other table | without promises |
                |---|---|
                | `x` | y |
                """);

        assertThat(bad.promises()).hasSize(2);
        assertThat(bad.unshown()).singleElement().asString().contains("trust us");
    }

    @Test
    void aTestThatDoesNotExistAndACaseThatPostgresDoesNotRunAreReported() {
        TestCatalog some = TestCatalog.of(List.of(
                test("worker-core", "SettleCases", "interface SettleCases { @Test default void it_is_freed() {} }"),
                test("worker-core", "OtherCases", "interface OtherCases { @Test default void it_is_freed() {} }"),
                test("worker-core", "QueueContract", "abstract class QueueContract implements SettleCases {}"),
                test("worker-pg", "PgQueueTest", "class PgQueueTest extends QueueContract {}"),
                test("worker-core", "RunTest", "class RunTest { @Test void runs() {} void helps() {} }")));
        GuaranteesPage bad = new GuaranteesPage("`SettleCases.it_is_freed` `SettleCases.it_is_gone` `RunTest.runs`"
                + " `RunTest.helps` `GoneTest.runs` `OtherCases.it_is_freed` `Attempt.lock`");

        assertThat(bad.missingFrom(some))
                .containsExactly(
                        "no such test: SettleCases.it_is_gone",
                        "no such test: RunTest.helps",
                        "no such test: GoneTest.runs",
                        "not run on Postgres: OtherCases.it_is_freed");
    }

    private static SourceFile test(String module, String className, String code) {
        return SourceFile.of(module + "/src/test/java/" + className + ".java", code);
    }
}
