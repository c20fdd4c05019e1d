# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("sensor_msgs")

from rich.console import Console
from sensor_msgs.msg import Image

from makedo_cli.commands.demo import keep, run
from makedo_cli.film import FRAME_MS, LAST_FRAME_MS, MOST_FRAMES, Film, reduced, thinned, write_gif
from makedo_cli.main import parser
from makedo_core.failure import MakedoError
from support.words import Words


def grey(value, height=30, width=40):
    return np.full((height, width, 3), value, np.uint8)


def test_a_film_has_every_picture_and_its_end_stays_for_a_while(tmp_path):
    path = tmp_path / "new" / "run.gif"
    write_gif(path, [grey(0), grey(100), grey(200)])
    read, film = cv2.imreadanimation(str(path))
    assert read and len(film.frames) == 3
    assert list(film.durations) == [FRAME_MS, FRAME_MS, LAST_FRAME_MS]
    assert [round(float(frame[..., :3].mean()), -1) for frame in film.frames] == [0, 100, 200]


def test_pictures_are_brought_down_to_the_width_of_a_film_and_never_made_larger():
    assert reduced(grey(7, 720, 960)).shape == (300, 400, 3)
    assert reduced(grey(7, 30, 40)).shape == (30, 40, 3)


def test_no_picture_is_no_film(tmp_path, words: Words):
    with pytest.raises(MakedoError) as raised:
        write_gif(tmp_path / "run.gif", [])
    words(str(raised.value))
    assert not (tmp_path / "run.gif").exists()


def test_a_name_that_is_no_film_is_refused_before_anything_starts(words: Words):
    with pytest.raises(MakedoError) as raised:
        run(parser().parse_args(["demo", "--film", "run.png"]))
    words(str(raised.value))
    with pytest.raises(MakedoError) as raised:
        write_gif(Path("run.mp4"), [grey(1)])
    words(str(raised.value))


def test_a_long_run_is_thinned_to_equal_distances_with_both_ends():
    assert thinned(range(1000), 5) == [0, 250, 500, 749, 999]
    assert thinned(range(3), 5) == [0, 1, 2]


class Camera:
    """Takes the place of a node: hands over what it is given."""

    destroyed = None

    def create_subscription(self, kind, topic, callback, qos):
        assert (kind.__name__, topic) == ("Image", "overview_camera/image_raw")
        self.on_image = callback
        return "subscription"

    def destroy_subscription(self, subscription):
        self.destroyed = subscription

    def show(self, value):
        data = grey(value).tobytes()
        self.on_image(Image(height=30, width=40, step=120, encoding="rgb8", data=data))


def test_a_film_needs_bounded_memory_however_long_the_run(tmp_path):
    camera = Camera()
    film = Film(camera)
    for i in range(10 * MOST_FRAMES):
        camera.show(i % 256)
        assert len(film._frames) <= 2 * MOST_FRAMES
    assert film.write(tmp_path / "run.gif") == MOST_FRAMES


def test_a_film_is_written_from_the_images_of_a_topic(tmp_path):
    camera = Camera()
    film = Film(camera)
    for value in (50, 150):
        camera.show(value)
    assert film.write(tmp_path / "run.gif") == 2
    assert camera.destroyed == "subscription"
    assert len(cv2.imreadanimation(str(tmp_path / "run.gif"))[1].frames) == 2


def test_a_film_that_cannot_be_written_is_reported_and_does_not_end_the_demo(tmp_path, capsys):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    camera = Camera()
    film = Film(camera)
    keep(film, tmp_path / "run.gif", Console(width=500))
    assert "no film" in capsys.readouterr().out and not (tmp_path / "run.gif").exists()
    film = Film(camera)
    camera.show(50)
    keep(film, in_the_way / "run.gif", Console(width=500))
    out = capsys.readouterr().out
    assert "no film" in out and str(in_the_way) in out
    keep(film, tmp_path / "run.gif", Console(width=500))
    assert "film of 1 frames" in capsys.readouterr().out
