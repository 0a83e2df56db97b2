//! The codes: stable, never used again for something else.

macro_rules! codes {
    ($($name:ident = $code:literal),* $(,)?) => { $(pub(crate) const $name: &str = $code;)* };
}

// The text of the file and the shape of statements.
codes! {
    TOO_LARGE = "E0001", NOT_UTF8 = "E0002", CONTROL = "E0003", TOO_DEEP = "E0004", UNCLOSED = "E0005",
    STRAY = "E0006", OPEN_TEXT = "E0007", EMPTY = "E0008", SECOND_VARIANT = "E0009", EXPECTED = "E0010",
    UNKNOWN_STATEMENT = "E0011", BLOCK = "E0012", NO_BLOCK = "E0013", HEADLESS = "E0014", TOO_MANY = "E0015",
    NUMBER = "E0016", NO_OVERRIDE = "E0017", TWICE = "E0018", LOOSE_DOC = "W0019",
    OUTSIDE = "E0020",
}

// Names, files that extend others, options.
codes! {
    DUPLICATE = "E0101", DUPLICATE_CODE = "E0102", BAD_CODE = "E0103", TOO_MANY_KINDS = "E0104",
    NO_FILE = "E0105", CIRCLE = "E0106", NOTHING_THERE = "E0107", INHERITED = "E0108", GIVEN_TWICE = "E0109",
    LANGUAGE = "E0110", NO_OPTION = "E0111", NO_VALUE = "E0112", ASKED_OPTION = "E0113", NO_KIND = "E0114",
    NO_TERRAIN = "E0115", NO_REGION = "E0116", UNUSED = "W0117", TOO_MANY_VALUES = "E0118",
}

// The other codes from E02 are those of `crate::movement`.
codes! { DIALECT = "E0221" }

// Board, regions, pieces, set-up.
codes! {
    NO_BOARD = "E0301", BOARD_SIZE = "E0302", NO_SQUARE = "E0303", BACKWARDS = "E0304",
    EMPTY_REGION = "W0305",
    NO_PIECES = "E0306", IMMOBILE = "E0307", REVERTS = "E0308", SHOOTS = "E0309", NEVER = "W0310",
    ABSENT = "W0311", NO_HOP = "E0312", LINES = "E0313", PHASE = "E0315", NO_FIELD = "E0316", NEVER_ENTERED = "E0317", PASSING = "E0318", USUAL = "W0319", REPEATED = "W0314", NO_SETUP = "E0320", NO_RANK = "E0321", ROW_WIDTH = "E0322", NO_LETTER = "E0323",
    HOLE = "E0324", HAND = "E0325", FAR_SIDE = "W0326", OVER_AT_START = "E0327",
}

// Castling, promotion, effects, ends.
codes! {
    CASTLE_SQUARES = "E0401", RIGHT_LETTER = "E0402", CASTLE_ONE_SIDE = "W0403", NO_CHOICE = "E0410",
    WHO = "E0411", PLACED = "E0412", SAME_CHOICE = "E0413", UNREACHED = "W0414", TERRAIN_CODE = "E0420",
    NO_EFFECT = "E0421", TWO_CHOICES = "E0422", HOOK_PATH = "E0423", NO_END = "W0430", MATE_WITHOUT_ROYAL = "E0431",
    ROYAL_WITHOUT_MATE = "W0432", NO_ROYAL = "E0433",
    EMPTY_TEST = "W0440",
}
