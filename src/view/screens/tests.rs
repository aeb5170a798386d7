//! The ways through the screens, without a window.

use super::*;

const FACTS: Facts =
    Facts { playable: true, problem_count: 0, replay_count: 2, mod_count: 2, setting_count: 3, level: 1, continues_left: 2, savable: true };

fn press(flow: &mut Flow, facts: &Facts, acts: &[Act]) -> Option<Wish> {
    acts.iter().fold(None, |_, &act| flow.press(act, facts))
}

fn playing(player: Player) -> Flow {
    let mut flow = Flow::new(&FACTS);
    flow.run_begun(player, &FACTS);
    flow
}

#[test]
fn a_run_begins_within_three_presses_at_the_difficulty_chosen_last() {
    let mut flow = Flow::new(&FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Shoot, Act::Shoot]), Some(Wish::Play(1)));
    let mut flow = Flow::new(&FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Accept, Act::Down, Act::Accept]), Some(Wish::Play(2)));
}

#[test]
fn pause_resumes_retries_leaves() {
    let mut flow = playing(Player::Own);
    assert_eq!((flow.speed(), flow.press(Act::Shoot, &FACTS), flow.place()), (1, None, Place::Play));
    press(&mut flow, &FACTS, &[Act::Pause]);
    assert_eq!((flow.place(), flow.speed()), (Place::Pause, 0));
    press(&mut flow, &FACTS, &[Act::Pause]);
    assert_eq!(flow.place(), Place::Play);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Pause, Act::Retry]), Some(Wish::Retry));
    flow.run_begun(Player::Own, &FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Pause, Act::Down, Act::Down, Act::Shoot]), Some(Wish::Leave));
    assert_eq!(flow.place(), Place::Title);
}

#[test]
fn losing_the_focus_pauses_a_run_and_nothing_else() {
    let mut flow = playing(Player::Own);
    flow.interrupted(&FACTS);
    assert_eq!(flow.place(), Place::Pause);
    flow.interrupted(&FACTS);
    assert_eq!(flow.place(), Place::Pause);
    let mut flow = Flow::new(&FACTS);
    flow.interrupted(&FACTS);
    assert_eq!(flow.place(), Place::Title);
}

#[test]
fn game_over_offers_to_continue_while_the_run_counts() {
    let mut flow = playing(Player::Own);
    flow.run_over(&FACTS);
    assert_eq!((flow.place(), flow.speed()), (Place::Over, 1));
    assert_eq!(flow.press(Act::Shoot, &FACTS), Some(Wish::Continue));
    flow.run_continues(&FACTS);
    assert_eq!(flow.place(), Place::Play);
    flow.run_over(&FACTS);
    assert_eq!(flow.press(Act::Bomb, &FACTS), None, "one press of the back key is not enough to give up");
    assert_eq!(flow.press(Act::Bomb, &FACTS), Some(Wish::GiveUp));
    flow.run_finished(&FACTS);
    assert_eq!(flow.place(), Place::Results);

    let none_left = Facts { continues_left: 0, ..FACTS };
    let mut flow = playing(Player::Own);
    flow.run_over(&none_left);
    assert_eq!(flow.menu().items(), [Item::Leave]);
    assert_eq!(flow.press(Act::Shoot, &none_left), Some(Wish::GiveUp));
}

#[test]
fn a_replay_runs_at_three_speeds_and_ends_in_the_list() {
    let mut flow = playing(Player::Replay);
    let mut speeds = vec![flow.speed()];
    for act in [Act::Right, Act::Right, Act::Right, Act::Left] {
        flow.press(act, &FACTS);
        speeds.push(flow.speed());
    }
    assert_eq!(speeds, [1, 2, 4, 4, 2]);
    flow.run_over(&FACTS);
    assert_eq!(flow.place(), Place::Play, "continuing is part of the record");
    flow.run_finished(&FACTS);
    assert_eq!(flow.place(), Place::Replays);
    assert_eq!(press(&mut playing(Player::Own), &FACTS, &[Act::Right]), None);
    assert_eq!(playing(Player::Own).speed(), 1, "a run of one's own has one speed");
}

#[test]
fn broken_content_is_shown_and_has_a_way_back() {
    let broken = Facts { playable: false, problem_count: 3, ..FACTS };
    let mut flow = Flow::new(&broken);
    assert!(flow.menu().items().contains(&Item::Problems));
    assert_eq!(press(&mut flow, &broken, &[Act::Shoot]), None);
    assert_eq!(flow.place(), Place::Problems);
    press(&mut flow, &broken, &[Act::Shoot]);
    assert_eq!((flow.place(), flow.menu().selected()), (Place::Title, Some(Item::Problems)));
}

#[test]
fn every_place_leads_back_to_the_title() {
    for place in
        [Place::Title, Place::Difficulty, Place::Pause, Place::Over, Place::Results, Place::Replays, Place::Settings, Place::Problems]
    {
        let mut flow = playing(Player::Own);
        flow.enter(place, &FACTS);
        for _ in 0..60 {
            if flow.place() == Place::Play {
                flow.press(Act::Pause, &FACTS);
                press(&mut flow, &FACTS, &[Act::Down, Act::Down, Act::Shoot]);
            } else if flow.press(Act::Bomb, &FACTS) == Some(Wish::GiveUp) {
                flow.run_finished(&FACTS);
            }
        }
        assert_eq!((flow.place(), flow.menu().selected()), (Place::Title, Some(Item::Quit)), "from {place:?}");
    }
}

#[test]
fn a_saved_replay_cannot_be_saved_again() {
    let mut flow = playing(Player::Own);
    flow.run_finished(&FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Shoot]), Some(Wish::Save));
    flow.refresh(&Facts { savable: false, ..FACTS });
    assert_eq!(flow.menu().items(), [Item::Retry, Item::Leave]);
}

#[test]
fn settings_change_both_ways() {
    let mut flow = Flow::new(&FACTS);
    press(&mut flow, &FACTS, &[Act::Down, Act::Down, Act::Down, Act::Down, Act::Shoot, Act::Down]);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Left]), Some(Wish::Change(1, false)));
    assert_eq!(press(&mut flow, &FACTS, &[Act::Shoot]), Some(Wish::Change(1, true)));
}

#[test]
fn mods_are_listed_switched_and_put_in_order() {
    let mut flow = Flow::new(&FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Down, Act::Down, Act::Down, Act::Shoot]), Some(Wish::ListMods));
    assert_eq!(flow.menu().items(), [Item::Mod(0), Item::Mod(1), Item::Back]);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Down, Act::Shoot]), Some(Wish::Switch(1)));
    assert_eq!(press(&mut flow, &FACTS, &[Act::Right]), Some(Wish::Shift(1, true)));
    assert_eq!(press(&mut flow, &FACTS, &[Act::Pause]), None);
    assert_eq!((flow.place(), flow.menu().selected()), (Place::Title, Some(Item::Mods)));
    let none = Facts { mod_count: 0, ..FACTS };
    press(&mut flow, &none, &[Act::Shoot]);
    assert_eq!(flow.menu().items(), [Item::Back], "a way out of an empty list");
}

#[test]
fn a_bot_plays_when_nobody_is_there_and_any_key_ends_it() {
    let mut flow = Flow::new(&FACTS);
    let wait = |flow: &mut Flow, ticks: u32| (0..ticks).filter_map(|_| flow.tick(&FACTS)).next();
    assert_eq!(wait(&mut flow, DEMO_AFTER_TICKS - 10), None);
    flow.press(Act::Down, &FACTS);
    assert_eq!(wait(&mut flow, DEMO_AFTER_TICKS - 10), None, "a key was pressed meanwhile");
    assert_eq!(wait(&mut flow, 20), Some(Wish::Demo));
    flow.run_begun(Player::Bot, &FACTS);
    flow.interrupted(&FACTS);
    assert_eq!((flow.place(), flow.speed()), (Place::Play, 1), "a demo needs no attention");
    assert_eq!(flow.press(Act::Shoot, &FACTS), Some(Wish::Leave));
    assert_eq!(flow.place(), Place::Title);
    flow.run_begun(Player::Bot, &FACTS);
    flow.run_over(&FACTS);
    flow.run_finished(&FACTS);
    assert_eq!(flow.place(), Place::Title);
    let broken = Facts { playable: false, ..FACTS };
    assert_eq!((0..2 * DEMO_AFTER_TICKS).filter_map(|_| flow.tick(&broken)).next(), None);
}

#[test]
fn the_lab_has_keys_of_its_own_and_what_is_played_from_it_leads_back() {
    let mut flow = Flow::new(&FACTS);
    assert_eq!(press(&mut flow, &FACTS, &[Act::Down, Act::Down, Act::Shoot]), Some(Wish::OpenLab));
    assert_eq!(press(&mut flow, &FACTS, &[Act::Shoot, Act::Bomb, Act::Pause, Act::Up]), None);
    assert_eq!((flow.place(), flow.speed()), (Place::Lab, 0));
    flow.run_begun(Player::Practice, &FACTS);
    assert_eq!((flow.press(Act::Pause, &FACTS), flow.place()), (Some(Wish::Leave), Place::Lab));
    flow.run_begun(Player::Practice, &FACTS);
    flow.interrupted(&FACTS);
    assert_eq!(flow.place(), Place::Pause, "no focus, no play");
    assert_eq!(press(&mut flow, &FACTS, &[Act::Down, Act::Down, Act::Shoot]), Some(Wish::Leave));
    assert_eq!(flow.place(), Place::Lab);
    flow.run_begun(Player::Practice, &FACTS);
    flow.run_finished(&FACTS);
    assert_eq!(flow.place(), Place::Lab);
    flow.lab_left(&FACTS);
    assert_eq!((flow.place(), flow.menu().selected()), (Place::Title, Some(Item::Lab)));
}
