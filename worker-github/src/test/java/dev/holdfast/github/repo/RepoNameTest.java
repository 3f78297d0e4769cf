package dev.holdfast.github.repo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepoNameTest {
    @Test
    void names_are_lower_cased_since_github_ignores_letter_case() {
        assertThat(RepoName.parse("Octo/Shop.JS")).isEqualTo(new RepoName("octo", "shop.js"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "x/..",
                "./x",
                "x/.",
                "x/...",
                "/x",
                "x/",
                "x",
                "",
                "a/b/c",
                "-x/y",
                "x/-y",
                "x/--upload-pack=z",
                "a b/c",
                "a/b\n",
                "a\\b/c",
                "a/b;c",
                "a/b\0",
                "a/\u212a",
                "~/x",
                "a/$b"
            })
    void a_name_that_leads_elsewhere_has_an_empty_part_or_looks_like_an_option_is_refused(String text) {
        assertThatThrownBy(() -> RepoName.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("repository");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"main", "feature/one-two", "refs/pull/7/head", "v1.0", "0123456789012345678901234567890123456789"
            })
    void a_ref_that_git_accepts_is_accepted(String name) {
        assertThat(new Ref(name)).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-x",
                "--upload-pack=touch",
                "",
                " ",
                "a b",
                "a..b",
                "a//b",
                "/a",
                "a/",
                "a.",
                "a.lock",
                "a.lock/b",
                "a/.b",
                "a@{1}",
                "@",
                "a~1",
                "a^",
                "a:b",
                "+a",
                "a?",
                "a*",
                "a[",
                "a\\b",
                "a\nb",
                "a\0b",
                "HEAD",
                "refs"
            })
    void a_ref_that_looks_like_an_option_or_means_something_else_is_refused(String name) {
        assertThatThrownBy(() -> new Ref(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a ref is");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://github.com",
                "ext::sh -c x",
                "ssh://git@github.com",
                "git://x",
                "https://u:p@github.com",
                "https://x?y",
                "https:///x",
                "file://host/x",
                "x"
            })
    void a_remote_that_is_neither_https_nor_a_file_or_carries_a_secret_is_refused(String url) {
        assertThatThrownBy(() -> new Remote(URI.create(url.replace(" ", "%20")), ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_remote_says_nothing_of_its_token() {
        Remote remote = new Remote(URI.create("https://github.com/"), "secret");

        assertThat(remote.toString() + remote.url(RepoName.parse("a/b"))).doesNotContain("secret");
        assertThat(remote.url(RepoName.parse("a/b"))).isEqualTo("https://github.com/a/b.git");
    }
}
