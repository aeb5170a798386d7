//! Which files on disk are taken as content, and which are refused, with the rule.

mod support {
    pub mod folder;
    pub mod write;
}

use std::path::Path;
use support::folder::Folder;
use tamafubuki::content::{self, Sources};

fn paths(sources: &Sources) -> Vec<&str> {
    sources.paths().collect()
}

#[test]
fn lawful_files_are_taken_and_the_rest_is_refused_by_name() {
    let folder = Folder::new("lawful");
    for path in [
        "levels/a/b.ron",
        "levels/a/Upper.ron",
        "levels/a/two words.ron",
        "levels/aux.ron",
        "levels/end.RON",
        "assets/.hidden.ron",
        "levels/README.md",
    ] {
        folder.write(path, b"()");
    }
    folder.write("levels/long.ron", vec![b' '; content::FILE_BYTES_MAX + 1]);
    folder.write("outside.ron", b"()");
    let sources = Sources::folder(&folder.0);
    assert_eq!(paths(&sources), ["levels/a/b.ron"]);
    let refused: Vec<&str> = sources.problems().iter().map(|problem| problem.file.as_str()).collect();
    assert_eq!(refused, ["levels/a/Upper.ron", "levels/a/two words.ron", "levels/aux.ron", "levels/end.RON", "levels/long.ron"]);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused_and_links_inside_are_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let other = Folder::new("links-target");
    other.write("levels/secret.ron", b"()");
    folder.write("levels/real.ron", b"()");
    symlink(other.0.join("levels/secret.ron"), folder.0.join("levels/out.ron")).expect("a link");
    symlink(other.0.join("levels"), folder.0.join("levels/out_folder")).expect("a link");
    symlink(folder.0.join("levels/real.ron"), folder.0.join("levels/inside.ron")).expect("a link");
    symlink(folder.0.join("levels/nothing.ron"), folder.0.join("levels/dangling.ron")).expect("a link");
    symlink(folder.0.join("levels"), folder.0.join("levels/round")).expect("a link");
    let sources = Sources::folder(&folder.0);
    assert!(paths(&sources).iter().all(|path| path.contains("real") || path.contains("inside")), "{:?}", paths(&sources));
    for refused in ["levels/out.ron", "levels/out_folder", "levels/dangling.ron"] {
        assert!(sources.problems().iter().any(|problem| problem.file == refused), "{refused}");
    }
    assert!(sources.problems().iter().any(|problem| problem.found == "the folder is too deep"));
}

#[test]
fn files_on_disk_win_over_those_below_them() {
    let folder = Folder::new("overlay");
    folder.write("levels/a.ron", b"2");
    let mut sources = Sources::from_texts([("levels/a.ron", "1"), ("levels/b.ron", "1")]);
    sources.overlay(&folder.0);
    assert_eq!((sources.bytes("levels/a.ron"), sources.bytes("levels/b.ron")), (Some(&b"2"[..]), Some(&b"1"[..])));
    sources.overlay(Path::new("/no/such/folder"));
    assert_eq!(sources.problems(), []);
}

#[test]
fn the_binary_holds_the_files_of_the_working_tree() {
    let tree = content::working_tree().expect("tests run in the working tree");
    let (embedded, disk) = (Sources::embedded(), Sources::folder(&tree));
    assert_eq!(disk.problems(), []);
    assert_eq!(paths(&embedded), paths(&disk));
    for path in disk.paths() {
        assert_eq!(embedded.bytes(path), disk.bytes(path), "{path}");
    }
}
