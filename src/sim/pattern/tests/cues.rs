//! Cues as the program asks for them; what becomes of them stands in `tests/cues.rs`.

use super::*;
use crate::sim::field;
use crate::sim::mark::MarkShape;

#[test]
fn in_a_mirror_their_places_and_directions_are_mirrored() {
    let text = "[Mark(at: (30, 0), shape: Lane(aim: Absolute(20))), Cancel(from: (50, 60), radius: 9)]";
    let mut stands = [false, true].map(|mirror| {
        let mut stand = Stand::new(text);
        stand.pose = Pose::new(Vec2::new(if mirror { field::WIDTH_PX - 100.0 } else { 100.0 }, 100.0), mirror);
        stand
    });
    stands.iter_mut().for_each(|stand| drop(stand.step()));
    let told = stands.map(|stand| match stand.cues[..] {
        [Cue::Mark(mark), Cue::Cancel { at, radius_px: Some(9.0), leaves_scraps: true }] => match mark.shape {
            MarkShape::Lane { angle_deg, .. } => (mark.at, angle_deg, at),
            MarkShape::Circle { .. } => panic!("{mark:?}"),
        },
        _ => panic!("{:?}", stand.cues),
    });
    let reflected = |at: Vec2| Vec2::new(field::WIDTH_PX - at.x, at.y);
    assert_eq!(told[0], (Vec2::new(130.0, 100.0), 20.0, Vec2::new(50.0, 60.0)));
    assert_eq!(told[1], (reflected(told[0].0), 160.0, reflected(told[0].2)));
}

#[test]
fn a_cancel_of_all_has_no_place() {
    let (_, problems) = compiled("[Cancel(at: (4, 0))]", &[]);
    assert_eq!(problems[0].found, "a Cancel of all has no place");
}
