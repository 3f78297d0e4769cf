package dev.holdfast.github.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.holdfast.github.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A real delivery. All of them are about one pull request of one repository; filling one puts another in its place
 * wherever the text names it, links included.
 *
 * @param text the JSON as GitHub sent it
 */
record Template(String text) {
    private static final String REPOSITORY = "Codertocat/Hello-World";
    private static final String REPOSITORY_ID = "186853002";
    private static final String PULL_ID = "279147437";
    private static final String HEAD = "ec26c3e57ca3a959ca5aad62de7213c562f8c821";

    static Template named(String name) {
        try (InputStream resource = Template.class.getResourceAsStream(name + ".json")) {
            return new Template(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("template " + name, e);
        }
    }

    /**
     * A fresh copy about another pull request.
     *
     * @param repository as GitHub spells it, with its letter case
     */
    ObjectNode fill(DemoPull pull, String repository, String sha) {
        String filled = text.replace(REPOSITORY, repository)
                .replace(REPOSITORY_ID, Integer.toString(pull.repositoryId()))
                .replace(PULL_ID, Integer.toString(pull.databaseId()))
                .replace(HEAD, sha)
                .replaceAll("/(pulls?|issues)/[12]\\b", "/$1/" + pull.id().number());
        ObjectNode body = (ObjectNode) Json.parse(filled).node();
        rename((ObjectNode) body.get("repository"), repository);
        return body;
    }

    private static void rename(ObjectNode node, String repository) {
        String[] names = repository.split("/", 2);
        node.put("name", names[1]);
        ((ObjectNode) node.get("owner")).put("login", names[0]);
    }
}
