package dev.holdfast.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.memory.MemoryStore;
import dev.holdfast.queue.JobInspector;
import dev.holdfast.queue.JobQueue;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

class EndpointOnMemoryTest extends EndpointCases {
    private final MemoryStore store = new MemoryStore();

    @Override
    JobQueue queue() {
        return store.queue();
    }

    @Override
    JobInspector inspector() {
        return store.jobs();
    }

    @Test
    void aDeliveryIsRefusedWhileTheDatabaseIsAwayAndAcceptedWhenSentAgain() throws Exception {
        store.fail(MemoryStore.Fault.UNREACHABLE);
        assertThat(post("{}").send().statusCode()).isEqualTo(503);

        store.fail(MemoryStore.Fault.NONE);
        HttpResponse<String> again = post("{}").send();
        assertThat(again.statusCode()).isEqualTo(202);
        assertThat(json(again).get("duplicate").asBoolean()).isFalse();
    }

    @Test
    void aDeliveryWhoseAnswerFromTheDatabaseWasLostIsOneJobWhenSentAgain() throws Exception {
        store.fail(MemoryStore.Fault.REPLY_LOST);
        assertThat(post("{}").send().statusCode()).isEqualTo(503);

        store.fail(MemoryStore.Fault.NONE);
        assertThat(json(post("{}").send()).get("duplicate").asBoolean()).isTrue();
        assertThat(jobs()).hasSize(1);
    }
}
