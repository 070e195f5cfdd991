/// Which model a turn is sent to, how often, and for how much money.
@NullMarked
package dev.playloop.reasoner.route;

import org.jspecify.annotations.NullMarked;
