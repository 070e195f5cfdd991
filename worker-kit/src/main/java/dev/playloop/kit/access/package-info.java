/// Who may do what, for those who listen: principals as callers, and what routes ask of them.
@NullMarked
package dev.playloop.kit.access;

import org.jspecify.annotations.NullMarked;
