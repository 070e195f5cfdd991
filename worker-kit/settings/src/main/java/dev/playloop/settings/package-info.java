/// What a process is told at its start: named keys, their values, and where keys lie. Knows no
/// Kafka, so that worlds and the loop may declare settings, too.
@NullMarked
package dev.playloop.settings;

import org.jspecify.annotations.NullMarked;
