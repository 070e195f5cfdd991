/// The broker and the database of all integration tests: embedded, or in containers.
@NullMarked
package dev.playloop.testkit;

import org.jspecify.annotations.NullMarked;
