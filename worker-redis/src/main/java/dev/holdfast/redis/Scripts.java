package dev.holdfast.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Runs scripts: many in one round trip, all within one timeout. Each is sent once, with the moment after which it does
 * nothing; only one that has said that it did nothing is sent once more. Thread-safe; blocks up to the timeout, and an
 * interrupt does not shorten that: what was sent has to be known.
 */
final class Scripts {
    private static final StringCodec CODEC = StringCodec.UTF8;

    /** A script that Redis has not seen, or has forgotten, is sent in full. */
    private enum By {
        DIGEST,
        SOURCE
    }

    private final Link link;
    private final Duration timeout;

    Scripts(Link link, Duration timeout) {
        this.link = link;
        this.timeout = timeout;
    }

    Reply run(Call call) {
        return runAll(List.of(call)).get(0);
    }

    /** Answers in the order of the calls. */
    List<Reply> runAll(List<Call> calls) {
        Duration until = link.clock().now().plus(timeout);
        List<Reply> replies = new ArrayList<>(send(calls, By.DIGEST, until));
        List<Integer> again = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (hasDoneNothing(replies.get(i))) {
                again.add(i);
            }
        }
        if (!again.isEmpty()) {
            List<Reply> second = send(again.stream().map(calls::get).toList(), By.SOURCE, until);
            for (int i = 0; i < second.size(); i++) {
                replies.set(again.get(i), second.get(i));
            }
        }
        return replies;
    }

    /** Unknown to the server, or late by a clock that was set since: its answer has told us the time. */
    private static boolean hasDoneNothing(Reply reply) {
        return (reply instanceof Reply.Refused refused && refused.says("NOSCRIPT"))
                || (reply instanceof Reply.Answer answer && answer.word().equals("LATE"));
    }

    private List<Reply> send(List<Call> calls, By by, Duration until) {
        StatefulRedisConnection<String, String> connection;
        try {
            connection = Waiting.on(link.connection(), until, link.clock()::now);
        } catch (ExecutionException e) {
            return missing(calls, "cannot connect: " + Waiting.reason(e));
        } catch (TimeoutException e) {
            return missing(calls, "no connection within " + timeout);
        }
        Duration sentAt = link.clock().now();
        long deadline = link.clock().at(until);
        List<AsyncCommand<String, String, List<Object>>> commands =
                calls.stream().map(call -> command(call, by, deadline)).toList();
        connection.dispatch(commands);
        List<Reply> replies =
                commands.stream().map(command -> reply(command, sentAt, until)).toList();
        if (replies.stream().anyMatch(Reply.Missing.class::isInstance)) {
            link.drop(connection);
        }
        return replies;
    }

    private static AsyncCommand<String, String, List<Object>> command(Call call, By by, long deadline) {
        CommandArgs<String, String> args = new CommandArgs<>(CODEC)
                .add(by == By.DIGEST ? call.script().digest() : call.script().source())
                .add(call.keys().all().length)
                .addKeys(call.keys().all())
                .addValues(call.argumentsWith(deadline));
        CommandType type = by == By.DIGEST ? CommandType.EVALSHA : CommandType.EVAL;
        return new AsyncCommand<>(new Command<>(type, new NestedMultiOutput<>(CODEC), args));
    }

    private Reply reply(AsyncCommand<String, String, List<Object>> command, Duration sentAt, Duration until) {
        try {
            Reply.Answer answer = Reply.Answer.of(Waiting.on(command, until, link.clock()::now));
            link.clock().saw(answer.now(), sentAt);
            return answer;
        } catch (ExecutionException e) {
            return e.getCause() instanceof RedisCommandExecutionException refused
                    ? new Reply.Refused(refused.getMessage())
                    : new Reply.Missing(Waiting.reason(e));
        } catch (TimeoutException e) {
            // Not written yet, it never will be.
            command.cancel(false);
            return new Reply.Missing("no answer within " + timeout);
        }
    }

    private static List<Reply> missing(List<Call> calls, String why) {
        return calls.stream().<Reply>map(call -> new Reply.Missing(why)).toList();
    }
}
