package dev.holdfast.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every store promises to a job whose lock is busy: a place in line, its turn, and no wake-up lost. */
public abstract class ParkingContract implements LineCases, WakeCases, PermitLineCases, ParkingRaceCases {
    private Scene scene;

    /** Opens an empty store. */
    protected abstract StoreUnderTest open() throws Exception;

    @BeforeEach
    final void openScene() throws Exception {
        scene = new Scene(open());
    }

    @AfterEach
    final void closeScene() {
        scene.close();
    }

    @Override
    public final Scene scene() {
        return scene;
    }
}
