//! About how much memory values take beside their own fields: the blocks that an allocator hands
//! out for them, in bytes.

/// The block for this many bytes: with eight for the allocator, in steps of sixteen.
#[must_use]
pub const fn block(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    let block = (bytes + 8).next_multiple_of(16);
    if block < 32 { 32 } else { block }
}

/// The block of a text.
#[must_use]
pub const fn text(text: &str) -> usize {
    block(text.len())
}

/// The nodes of a B-tree with this many entries: of the eleven places in a node, about eight are
/// taken.
#[must_use]
pub const fn tree<E>(len: usize) -> usize {
    len.div_ceil(8) * block(11 * size_of::<E>() + 16)
}

/// The table of a hash map with this capacity, which is seven eighths of its places.
#[must_use]
pub const fn table<E>(capacity: usize) -> usize {
    block(capacity * 8 / 7 * (size_of::<E>() + 1))
}
