/** How handlers, webhook mappings and demo scenarios reach a worker: as plugins, from the class path or a jar. */
package dev.holdfast.plugin;
