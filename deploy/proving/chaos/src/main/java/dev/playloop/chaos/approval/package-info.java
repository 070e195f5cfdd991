/// Agents that wait for people, while whoever asks, takes the answers and acts on them is killed.
@NullMarked
package dev.playloop.chaos.approval;

import org.jspecify.annotations.NullMarked;
