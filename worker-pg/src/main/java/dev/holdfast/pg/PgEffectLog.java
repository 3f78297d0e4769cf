package dev.holdfast.pg;

import dev.holdfast.lease.FencingToken;
import dev.holdfast.lock.LockKey;
import dev.holdfast.lock.Owner;
import dev.holdfast.queue.EffectLog;
import java.sql.ResultSet;
import java.util.Optional;

/**
 * Effects in the queue's own database. The lock is checked if it has a row here; a key that has none is kept by
 * another store, and then the fences seen so far decide.
 */
final class PgEffectLog implements EffectLog {
    private static final String BEGIN = "select answer, detail from holdfast.begin_effect(?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String FINISH = "select holdfast.finish_effect(?, ?, ?, ?, ?, ?)";
    private static final String RESULT =
            "select result from holdfast.effects where namespace = ? and name = ? and effect = ?";

    private final Db db;

    PgEffectLog(Db db) {
        this.db = db;
    }

    @Override
    public Begun begin(Owner owner, Intent intent) {
        return db.run("begin effect " + intent.name(), connection -> {
            try (Statement statement = new Statement(connection, BEGIN)) {
                ResultSet row = statement
                        .text(intent.key().namespace())
                        .text(intent.key().name())
                        .text(intent.name())
                        .number(owner.lease().session().value())
                        .integer(owner.lease().number())
                        .number(owner.job().value())
                        .uuid(owner.token().value())
                        .maybeNumber(fence(intent))
                        .text(Texts.clean(intent.text()))
                        .row();
                return begun(row.getString(1), row.getString(2));
            }
        });
    }

    private static Begun begun(String answer, String detail) {
        return switch (answer) {
            case "FRESH" -> new Begun.Fresh();
            case "UNFINISHED" -> new Begun.Unfinished(detail);
            case "FINISHED" -> new Begun.Finished(detail);
            default -> new Begun.Refused(detail);
        };
    }

    @Override
    public boolean finish(Owner owner, Intent intent, String result) {
        return db.run("finish effect " + intent.name(), connection -> {
            try (Statement statement = new Statement(connection, FINISH)) {
                return statement
                        .text(intent.key().namespace())
                        .text(intent.key().name())
                        .text(intent.name())
                        .uuid(owner.token().value())
                        .maybeNumber(fence(intent))
                        .text(Texts.clean(result))
                        .row()
                        .getBoolean(1);
            }
        });
    }

    private static Long fence(Intent intent) {
        return intent.fence().map(FencingToken::value).orElse(null);
    }

    @Override
    public Optional<String> result(LockKey key, String name) {
        return db.run("look for effect " + name, connection -> {
            try (Statement statement = new Statement(connection, RESULT)) {
                ResultSet rows = statement
                        .text(key.namespace())
                        .text(key.name())
                        .text(name)
                        .query();
                return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
            }
        });
    }
}
