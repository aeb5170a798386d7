//! A list to choose from: one selected line, moving with wrap-around. Invariant: the selection is inside the list while it has any.

/// The list and its selection.
#[derive(Clone, Debug)]
pub struct Menu<T> {
    items: Vec<T>,
    selected: usize,
    moved_ticks: u32,
}

impl<T: Copy + PartialEq> Menu<T> {
    /// A list with its first line selected.
    pub fn new(items: Vec<T>) -> Self {
        Self { items, selected: 0, moved_ticks: u32::MAX / 2 }
    }

    /// Selects `item`, if it is there.
    pub fn select(&mut self, item: T) {
        if let Some(index) = self.items.iter().position(|&other| other == item) {
            self.moved_ticks = if index == self.selected { self.moved_ticks } else { 0 };
            self.selected = index;
        }
    }

    /// One line up or down; from the last to the first and back.
    pub fn step(&mut self, down: bool) {
        let count = self.items.len();
        if count > 1 {
            self.selected = if down { self.selected + 1 } else { self.selected + count - 1 } % count;
            self.moved_ticks = 0;
        }
    }

    /// The selected line.
    pub fn selected(&self) -> Option<T> {
        self.items.get(self.selected).copied()
    }

    /// Index of the selected line.
    pub fn index(&self) -> usize {
        self.selected
    }

    /// All lines.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Time goes on, for the selection's motion.
    pub fn tick(&mut self) {
        self.moved_ticks = self.moved_ticks.saturating_add(1);
    }

    /// Ticks since the selection moved.
    pub fn moved_ticks(&self) -> u32 {
        self.moved_ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_wraps_and_an_empty_list_has_none() {
        let mut menu = Menu::new(vec!['a', 'b', 'c']);
        menu.select('c');
        menu.step(true);
        assert_eq!(menu.selected(), Some('a'));
        menu.step(false);
        assert_eq!((menu.selected(), menu.moved_ticks()), (Some('c'), 0));
        menu.select('x');
        assert_eq!(menu.selected(), Some('c'));
        let mut empty = Menu::<char>::new(vec![]);
        empty.step(true);
        assert_eq!(empty.selected(), None);
    }
}
