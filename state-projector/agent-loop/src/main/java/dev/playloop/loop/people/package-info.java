/// What people are asked and what they say: pure decisions on a draft, which carry nothing out.
@NullMarked
package dev.playloop.loop.people;

import org.jspecify.annotations.NullMarked;
