/// What a deed costs and who is told: accounts, holds, the budget, answers and refusals. Knows no
/// artifact's code.
@NullMarked
package dev.playloop.worlds.kernel.books;

import org.jspecify.annotations.NullMarked;
