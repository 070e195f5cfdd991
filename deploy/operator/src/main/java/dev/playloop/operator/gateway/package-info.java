/// The gateway as an operator's program reaches it: every control goes through it, and it vouches
/// for who said it.
@NullMarked
package dev.playloop.operator.gateway;

import org.jspecify.annotations.NullMarked;
