/// The kernel world's acting half: artifacts, contracts and the scrip ledger on PostgreSQL.
@NullMarked
package dev.playloop.worlds.kernel;

import org.jspecify.annotations.NullMarked;
