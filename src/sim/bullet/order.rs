//! Who is drawn over whom: by layer, then by serial. Positions in a storage carry no meaning, so the order is kept here.
//!
//! Invariant: each layer's list holds every live bullet of the layer once, in order of serial, among stale entries that no longer resolve. Births append;
//! nobody searches. Stale entries are taken out now and then, in place.

use super::Handle;
use super::slots::Slots;

/// Draw layers, 0 below.
pub const LAYER_COUNT: usize = 4;

pub struct DrawOrder {
    layers: [Vec<Handle>; LAYER_COUNT],
}

impl DrawOrder {
    pub fn new() -> Self {
        Self { layers: Default::default() }
    }

    /// Appends the newborn.
    pub fn push(&mut self, layer: usize, handle: Handle) {
        self.layers[layer].push(handle);
    }

    pub fn clear(&mut self) {
        self.layers.iter_mut().for_each(Vec::clear);
    }

    /// Takes stale entries out once they are a quarter of all.
    pub fn tidy(&mut self, live_count: usize, slots: &[Slots]) {
        let count: usize = self.layers.iter().map(Vec::len).sum();
        if count > live_count + live_count / 4 + 256 {
            for layer in &mut self.layers {
                layer.retain(|handle| slots[handle.kind()].resolve(*handle).is_some());
            }
        }
    }

    /// Live bullets from below to above: (index of the kind, position).
    pub fn walk(&self, slots: &[Slots], mut draw: impl FnMut(usize, usize)) {
        for handle in self.layers.iter().flatten() {
            if let Some(position) = slots[handle.kind()].resolve(*handle) {
                draw(handle.kind(), position as usize);
            }
        }
    }
}
