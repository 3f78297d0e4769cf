package dev.holdfast.bench.run;

/** A system was asked for what is not measured for it; it is left out of that benchmark. */
final class NotMeasuredException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NotMeasuredException(String message) {
        super(message);
    }
}
