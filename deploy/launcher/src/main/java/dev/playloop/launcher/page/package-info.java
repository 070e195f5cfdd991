/// The console on this machine: beside a system that runs, or over a journal to look at.
@NullMarked
package dev.playloop.launcher.page;

import org.jspecify.annotations.NullMarked;
