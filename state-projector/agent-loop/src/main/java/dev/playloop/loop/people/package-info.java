/// What people are asked, what they say, and what is kept of that: pure decisions on a draft, which
/// carry nothing out.
@NullMarked
package dev.playloop.loop.people;

import org.jspecify.annotations.NullMarked;
