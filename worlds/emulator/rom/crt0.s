@ Start of the cartridge: the 0xC0 bytes of header, then the jump into Thumb code.
@ The logo area stays empty on purpose: it is not ours, and mGBA's own BIOS does not look at it.
@ Only these three ARM instructions exist in the whole game: everything after the bx is Thumb.
    .section .crt0, "ax"
    .arm
    .global _start
_start:
    b       entry               @ 0x00
    .space  156                 @ 0x04 logo
    .ascii  "PLAYLOOP\0\0\0\0"  @ 0xA0 title, 12 bytes
    .ascii  "PLTE"              @ 0xAC game code
    .ascii  "00"                @ 0xB0 maker
    .byte   0x96                @ 0xB2 fixed value by which an emulator knows a cartridge
    .space  10                  @ 0xB3
    .byte   0x4C                @ 0xBD header checksum (checked by RomTest)
    .space  2                   @ 0xBE
entry:
    ldr     sp, =0x03007F00
    ldr     r0, =main
    bx      r0
    .pool
