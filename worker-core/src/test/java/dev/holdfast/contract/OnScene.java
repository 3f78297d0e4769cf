package dev.holdfast.contract;

/** Where the cases of a suite find their store. */
interface OnScene {
    Scene scene();
}
