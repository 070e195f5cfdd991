/// Who signs for which account, for which agents, and what may be signed.
@NullMarked
package dev.playloop.worlds.chain.account;

import org.jspecify.annotations.NullMarked;
