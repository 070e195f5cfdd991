/// An example folder: its files, its play, and whether what came out is what was expected.
@NullMarked
package dev.playloop.launcher.example;

import org.jspecify.annotations.NullMarked;
