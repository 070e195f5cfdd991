// Every picture of the game, drawn with letters: each letter is a colour, eight rows of eight make a tile.
#include "art.h"

// From "." to "z"; a letter without an entry is black.
const u16 COLOURS['z' - '.' + 1] = {
    ['k' - '.'] = 0x0000,  // black
    ['h' - '.'] = 0x7FFF,  // white
    ['b' - '.'] = 0x4A52,  // stone
    ['s' - '.'] = 0x318C,  // dark stone
    ['d' - '.'] = 0x3F5A,  // sand
    ['D' - '.'] = 0x2A95,  // dark sand
    ['g' - '.'] = 0x2F0A,  // lawn
    ['G' - '.'] = 0x236F,  // bright green
    ['f' - '.'] = 0x1A46,  // grass
    ['F' - '.'] = 0x11A3,  // forest
    ['w' - '.'] = 0x7DC4,  // water
    ['W' - '.'] = 0x7EF0,  // foam
    ['n' - '.'] = 0x110B,  // brown
    ['N' - '.'] = 0x1DD3,  // light brown
    ['y' - '.'] = 0x039F,  // yellow
    ['r' - '.'] = 0x18DD,  // red
    ['P' - '.'] = 0x6195,  // violet
    ['p' - '.'] = 0x4F1F,  // skin
    ['c' - '.'] = 0x2950,  // cave
    ['C' - '.'] = 0x1CCA,  // dark cave
    ['i' - '.'] = 0x7F76,  // ice
    ['o' - '.'] = 0x021F,  // orange
};
const char ART[ART_COUNT][65] = {
    [ART_BLACK] =
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk",
    [ART_PATH] =
        "dddddddd"
        "dddddddd"
        "ddDddddd"
        "dddddddd"
        "dddddddd"
        "dddddDdd"
        "dddddddd"
        "dddddddd",
    [ART_WALL] =
        "bbbbbbbb"
        "bbbsbbbs"
        "bbbsbbbs"
        "ssssssss"
        "sbbbsbbb"
        "sbbbsbbb"
        "ssssssss"
        "bbbsbbbs",
    [ART_TREE] =
        "ggFFFFgg"
        "gFFfFFFg"
        "FFfFFFFF"
        "FFFFFfFF"
        "FFFFFFFF"
        "gFFFFFFg"
        "gggnnggg"
        "ggFnnFgg",
    [ART_LAWN] =
        "gggggggg"
        "ggGggggg"
        "gGgggggg"
        "gggggggg"
        "ggggggGg"
        "gggggGgg"
        "gggggggg"
        "gggggggg",
    [ART_TALL] =
        "fgfgfgfg"
        "ffgffgff"
        "gfffffgf"
        "fgfgfgfg"
        "fgfgfgfg"
        "ffgffgff"
        "gfffffgf"
        "fgfgfgfg",
    [ART_LONG] =
        "FfFfFfFf"
        "FFfFFfFF"
        "fFFFFFfF"
        "FfFfFfFf"
        "FfFfFfFf"
        "FFfFFfFF"
        "fFFFFFfF"
        "FfFfFfFf",
    [ART_WATER] =
        "wwwwwwww"
        "wWWwwwww"
        "wwwwwwww"
        "wwwwwWWw"
        "wwwwwwww"
        "wwWWwwww"
        "wwwwwwww"
        "wwwwwwww",
    [ART_LEDGE_S] =
        "gggggggg"
        "gggggggg"
        "gggggggg"
        "gggggggg"
        "DDDDDDDD"
        "nnnnnnnn"
        "sDsDsDsD"
        "gggggggg",
    [ART_LEDGE_N] =
        "gggggggg"
        "sDsDsDsD"
        "nnnnnnnn"
        "DDDDDDDD"
        "gggggggg"
        "gggggggg"
        "gggggggg"
        "gggggggg",
    [ART_LEDGE_W] =
        "gsnDgggg"
        "gDnDgggg"
        "gsnDgggg"
        "gDnDgggg"
        "gsnDgggg"
        "gDnDgggg"
        "gsnDgggg"
        "gDnDgggg",
    [ART_LEDGE_E] =
        "ggggDnsg"
        "ggggDnDg"
        "ggggDnsg"
        "ggggDnDg"
        "ggggDnsg"
        "ggggDnDg"
        "ggggDnsg"
        "ggggDnDg",
    [ART_DOOR] =
        "ssssssss"
        "snnnnnns"
        "snNNnNns"
        "snNNnNns"
        "snnnnnns"
        "snNNnyns"
        "snNNnNns"
        "snnnnnns",
    [ART_MAT] =
        "kkkkkkkk"
        "kkkkkkkk"
        "kkkkkkkk"
        "kkskkskk"
        "kskkskkk"
        "sskssksk"
        "ssssssss"
        "dddddddd",
    [ART_ARROW_S] =
        "dddddddd"
        "dPPPPPPd"
        "dPPyyPPd"
        "dPPyyPPd"
        "dyyyyyyd"
        "dPyyyyPd"
        "dPPyyPPd"
        "dddddddd",
    [ART_BRIDGE] =
        "nnnnnnnn"
        "NNNNNNNN"
        "NnNNNNnN"
        "NNNNNNNN"
        "nnnnnnnn"
        "NNNNNNNN"
        "NnNNNNnN"
        "NNNNNNNN",
    [ART_PLATEAU] =
        "DDDDDDDD"
        "DDDDDDDD"
        "DDDdDDDD"
        "DDDDDDDD"
        "DDDDDDDD"
        "DDDDDdDD"
        "DDDDDDDD"
        "DDDDDDDD",
    [ART_STAIRS] =
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD"
        "sDdsDdsD",
    [ART_GOAL] =
        "ggyyyygg"
        "gyyyyyyg"
        "yyyrryyy"
        "yyrrrryy"
        "yyrrrryy"
        "yyyrryyy"
        "gyyyyyyg"
        "ggyyyygg",
    [ART_SIGN] =
        "gggggggg"
        "gnnnnnng"
        "gNhNhNNg"
        "gNNhNhNg"
        "gnnnnnng"
        "gggnnggg"
        "gggnnggg"
        "gggggggg",
    [ART_FENCE] =
        "gggggggg"
        "hgghhggh"
        "hgghhggh"
        "hhhhhhhh"
        "hgghhggh"
        "hhhhhhhh"
        "hgghhggh"
        "gggggggg",
    [ART_RAIL_S] =
        "gggggggg"
        "ggGggggg"
        "gGgggggg"
        "gggggggg"
        "ggggggGg"
        "gggggggg"
        "hhhhhhhh"
        "hghghghg",
    [ART_BED] =
        "nnnnnnnn"
        "nhhhhhhn"
        "nhhhhhhn"
        "nrrrrrrn"
        "nrrrrrrn"
        "nrrrrrrn"
        "nrrrrrrn"
        "nnnnnnnn",
    [ART_SHELF] =
        "nnnnnnnn"
        "nrbyrbrn"
        "nrbyrbrn"
        "nnnnnnnn"
        "nbyrbyrn"
        "nbyrbyrn"
        "nnnnnnnn"
        "dddddddd",
    [ART_TABLE] =
        "dNNNNNNd"
        "NNNNNNNN"
        "NNhhNNNN"
        "NNhhNNNN"
        "NNNNNNNN"
        "nnnnnnnn"
        "dnddddnd"
        "dnddddnd",
    [ART_BOX_TOP] =
        "hhhhhhhh"
        "bbbbbbbb"
        "bbbbbbbb"
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh",
    [ART_BOX_BOTTOM] =
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "bbbbbbbb"
        "bbbbbbbb"
        "hhhhhhhh",
    [ART_BOX_LEFT] =
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh"
        "hbbhhhhh",
    [ART_BOX_RIGHT] =
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh"
        "hhhhhbbh",
    [ART_BAR_FULL] =
        "hhhhhhhh"
        "kkkkkkkk"
        "GGGGGGGG"
        "FFFFFFFF"
        "FFFFFFFF"
        "kkkkkkkk"
        "hhhhhhhh"
        "hhhhhhhh",
    [ART_BAR_HALF] =
        "hhhhhhhh"
        "kkkkkkkk"
        "GGGGssss"
        "FFFFssss"
        "FFFFssss"
        "kkkkkkkk"
        "hhhhhhhh"
        "hhhhhhhh",
    [ART_BAR_EMPTY] =
        "hhhhhhhh"
        "kkkkkkkk"
        "ssssssss"
        "ssssssss"
        "ssssssss"
        "kkkkkkkk"
        "hhhhhhhh"
        "hhhhhhhh",
    [ART_MEADOW] =
        "hhhhhhhh"
        "hhhhhhhh"
        "hhhhhhhh"
        "GGGGGGGG"
        "gggggggg"
        "gggggggg"
        "GgGgGgGg"
        "hhhhhhhh",
    [ART_CAVE] =
        "ccccccCc"
        "cccccccc"
        "cCcccccc"
        "cccccccc"
        "ccccCccc"
        "cccccccc"
        "ccccccCc"
        "cccccccc",
    [ART_ROCK] =
        "CCsssCCC"
        "CsssssCC"
        "sssbsssC"
        "ssbssssC"
        "sssssssC"
        "CsssssCC"
        "CCCCCCCC"
        "CCCCCCCC",
    [ART_CRACKED] =
        "cccckccc"
        "ccckcccc"
        "ccckkccc"
        "cckcckcc"
        "ckccckcc"
        "cccckkck"
        "ccckcckc"
        "cckccccc",
    [ART_ICE] =
        "iiiiiiii"
        "iihiiiii"
        "ihiiiiii"
        "iiiiiihi"
        "iiiiihii"
        "iiiiiiii"
        "iihiiiii"
        "iiiiiiii",
    [ART_SLIDE_E] =
        "cccccccc"
        "ciiccccc"
        "ccciiccc"
        "ccccciic"
        "ccccciic"
        "ccciiccc"
        "ciiccccc"
        "cccccccc",
    [ART_SLIDE_W] =
        "cccccccc"
        "ccccciic"
        "ccciiccc"
        "ciiccccc"
        "ciiccccc"
        "ccciiccc"
        "ccccciic"
        "cccccccc",
    [ART_LADDER] =
        "kNkkkkNk"
        "kNNNNNNk"
        "kNkkkkNk"
        "kNNNNNNk"
        "kNkkkkNk"
        "kNNNNNNk"
        "kNkkkkNk"
        "kNNNNNNk",
};
// Facing south, north, west, east; S is the shirt, a dot lets the ground through.
const char PEOPLE[4][65] = {
    // south
    "..nnnn.."
    ".nnnnnn."
    ".npkkpn."
    "..pppp.."
    ".SSSSSS."
    ".pSSSSp."
    "..bbbb.."
    "..k..k..",
    // north
    "..nnnn.."
    ".nnnnnn."
    ".nnnnnn."
    "..nnnn.."
    ".SSSSSS."
    ".pSSSSp."
    "..bbbb.."
    "..k..k..",
    // west
    "..nnnn.."
    ".nnnnnn."
    ".kpnnnn."
    "..pppn.."
    "..SSSS.."
    "..SpSS.."
    "..bbbb.."
    "..k.k...",
    // east
    "..nnnn.."
    ".nnnnnn."
    ".nnnnpk."
    "..nppp.."
    "..SSSS.."
    "..SSpS.."
    "..bbbb.."
    "...k.k..",
};
// What lies over a person: nothing, the bike, the swimming mount, the stars of one who is held still.
const char RIDES[4][65] = {
    [RIDE_FOOT] =
    "........"
    "........"
    "........"
    "........"
    "........"
    "........"
    "........"
    "........",
    [RIDE_BIKE] =
    "........"
    "........"
    "........"
    "........"
    "........"
    ".r....r."
    "krk..krk"
    ".k....k.",
    [RIDE_SURF] =
    "........"
    "........"
    "........"
    "........"
    "........"
    ".WWWWWW."
    "WwwwwwwW"
    ".WWWWWW.",
    [RIDE_STUNNED] =
    "y..y..y."
    ".y..y..y"
    "........"
    "........"
    "........"
    "........"
    "........"
    "........",
};
// Each letter becomes a block of 4 x 4 pixels.
const char PORTRAITS[PORTRAIT_COUNT][65] = {
    [PORTRAIT_BACK] =
    "..FFFF.."
    ".FFfFfF."
    "FfFFFFfF"
    "FFFFFFFF"
    ".gFFFFg."
    ".gggggg."
    "..g..g.."
    "..g..g..",
    [PORTRAIT_SECOND] =
    ".ssssss."
    "ssbssbss"
    "sssssss."
    ".ssssss."
    "ssssssss"
    "ss.ss.ss"
    ".s.ss.s."
    "........",
    [PORTRAIT_MOTH] =
    "PP....PP"
    "PPP..PPP"
    "PyPkkPyP"
    "PPPkkPPP"
    ".PPkkPP."
    "..PkkP.."
    ".P.kk.P."
    "........",
    [PORTRAIT_GRUB] =
    "........"
    "..GGGG.."
    ".GkGGkG."
    ".GGGGGG."
    "yGyGyGyG"
    ".GGGGGG."
    "..G..G.."
    "........",
    [PORTRAIT_BOULDER] =
    "..ssss.."
    ".ssssss."
    "skrssrks"
    "ssssssss"
    "ssbbbbss"
    ".ssssss."
    "s.s..s.s"
    "........",
};
// Five columns a letter, the lowest bit on top, from space to z.
const u8 FONT['z' - ' ' + 1][5] = {
    {0x00, 0x00, 0x00, 0x00, 0x00},  // space
    {0x00, 0x00, 0x5F, 0x00, 0x00},  // !
    {0x00, 0x07, 0x00, 0x07, 0x00},  // "
    {0x14, 0x7F, 0x14, 0x7F, 0x14},  // #
    {0x24, 0x2A, 0x7F, 0x2A, 0x12},  // $
    {0x23, 0x13, 0x08, 0x64, 0x62},  // %
    {0x36, 0x49, 0x55, 0x22, 0x50},  // &
    {0x00, 0x05, 0x03, 0x00, 0x00},  // '
    {0x00, 0x1C, 0x22, 0x41, 0x00},  // (
    {0x00, 0x41, 0x22, 0x1C, 0x00},  // )
    {0x08, 0x2A, 0x1C, 0x2A, 0x08},  // *
    {0x08, 0x08, 0x3E, 0x08, 0x08},  // +
    {0x00, 0x50, 0x30, 0x00, 0x00},  // ,
    {0x08, 0x08, 0x08, 0x08, 0x08},  // -
    {0x00, 0x60, 0x60, 0x00, 0x00},  // .
    {0x20, 0x10, 0x08, 0x04, 0x02},  // /
    {0x3E, 0x51, 0x49, 0x45, 0x3E},  // 0
    {0x00, 0x42, 0x7F, 0x40, 0x00},  // 1
    {0x42, 0x61, 0x51, 0x49, 0x46},  // 2
    {0x21, 0x41, 0x45, 0x4B, 0x31},  // 3
    {0x18, 0x14, 0x12, 0x7F, 0x10},  // 4
    {0x27, 0x45, 0x45, 0x45, 0x39},  // 5
    {0x3C, 0x4A, 0x49, 0x49, 0x30},  // 6
    {0x01, 0x71, 0x09, 0x05, 0x03},  // 7
    {0x36, 0x49, 0x49, 0x49, 0x36},  // 8
    {0x06, 0x49, 0x49, 0x29, 0x1E},  // 9
    {0x00, 0x36, 0x36, 0x00, 0x00},  // :
    {0x00, 0x56, 0x36, 0x00, 0x00},  // ;
    {0x08, 0x14, 0x22, 0x41, 0x00},  // <
    {0x14, 0x14, 0x14, 0x14, 0x14},  // =
    {0x00, 0x41, 0x22, 0x14, 0x08},  // >
    {0x02, 0x01, 0x51, 0x09, 0x06},  // ?
    {0x32, 0x49, 0x79, 0x41, 0x3E},  // @
    {0x7E, 0x11, 0x11, 0x11, 0x7E},  // A
    {0x7F, 0x49, 0x49, 0x49, 0x36},  // B
    {0x3E, 0x41, 0x41, 0x41, 0x22},  // C
    {0x7F, 0x41, 0x41, 0x22, 0x1C},  // D
    {0x7F, 0x49, 0x49, 0x49, 0x41},  // E
    {0x7F, 0x09, 0x09, 0x09, 0x01},  // F
    {0x3E, 0x41, 0x49, 0x49, 0x7A},  // G
    {0x7F, 0x08, 0x08, 0x08, 0x7F},  // H
    {0x00, 0x41, 0x7F, 0x41, 0x00},  // I
    {0x20, 0x40, 0x41, 0x3F, 0x01},  // J
    {0x7F, 0x08, 0x14, 0x22, 0x41},  // K
    {0x7F, 0x40, 0x40, 0x40, 0x40},  // L
    {0x7F, 0x02, 0x0C, 0x02, 0x7F},  // M
    {0x7F, 0x04, 0x08, 0x10, 0x7F},  // N
    {0x3E, 0x41, 0x41, 0x41, 0x3E},  // O
    {0x7F, 0x09, 0x09, 0x09, 0x06},  // P
    {0x3E, 0x41, 0x51, 0x21, 0x5E},  // Q
    {0x7F, 0x09, 0x19, 0x29, 0x46},  // R
    {0x46, 0x49, 0x49, 0x49, 0x31},  // S
    {0x01, 0x01, 0x7F, 0x01, 0x01},  // T
    {0x3F, 0x40, 0x40, 0x40, 0x3F},  // U
    {0x1F, 0x20, 0x40, 0x20, 0x1F},  // V
    {0x3F, 0x40, 0x38, 0x40, 0x3F},  // W
    {0x63, 0x14, 0x08, 0x14, 0x63},  // X
    {0x07, 0x08, 0x70, 0x08, 0x07},  // Y
    {0x61, 0x51, 0x49, 0x45, 0x43},  // Z
    {0x00, 0x7F, 0x41, 0x41, 0x00},  // [
    {0x02, 0x04, 0x08, 0x10, 0x20},  // backslash
    {0x00, 0x41, 0x41, 0x7F, 0x00},  // ]
    {0x04, 0x02, 0x01, 0x02, 0x04},  // ^
    {0x40, 0x40, 0x40, 0x40, 0x40},  // _
    {0x00, 0x01, 0x02, 0x04, 0x00},  // `
    {0x20, 0x54, 0x54, 0x54, 0x78},  // a
    {0x7F, 0x48, 0x44, 0x44, 0x38},  // b
    {0x38, 0x44, 0x44, 0x44, 0x20},  // c
    {0x38, 0x44, 0x44, 0x48, 0x7F},  // d
    {0x38, 0x54, 0x54, 0x54, 0x18},  // e
    {0x08, 0x7E, 0x09, 0x01, 0x02},  // f
    {0x0C, 0x52, 0x52, 0x52, 0x3E},  // g
    {0x7F, 0x08, 0x04, 0x04, 0x78},  // h
    {0x00, 0x44, 0x7D, 0x40, 0x00},  // i
    {0x20, 0x40, 0x44, 0x3D, 0x00},  // j
    {0x7F, 0x10, 0x28, 0x44, 0x00},  // k
    {0x00, 0x41, 0x7F, 0x40, 0x00},  // l
    {0x7C, 0x04, 0x18, 0x04, 0x78},  // m
    {0x7C, 0x08, 0x04, 0x04, 0x78},  // n
    {0x38, 0x44, 0x44, 0x44, 0x38},  // o
    {0x7C, 0x14, 0x14, 0x14, 0x08},  // p
    {0x08, 0x14, 0x14, 0x18, 0x7C},  // q
    {0x7C, 0x08, 0x04, 0x04, 0x08},  // r
    {0x48, 0x54, 0x54, 0x54, 0x20},  // s
    {0x04, 0x3F, 0x44, 0x40, 0x20},  // t
    {0x3C, 0x40, 0x40, 0x20, 0x7C},  // u
    {0x1C, 0x20, 0x40, 0x20, 0x1C},  // v
    {0x3C, 0x40, 0x30, 0x40, 0x3C},  // w
    {0x44, 0x28, 0x10, 0x28, 0x44},  // x
    {0x0C, 0x50, 0x50, 0x50, 0x3C},  // y
    {0x44, 0x64, 0x54, 0x4C, 0x44},  // z
};
