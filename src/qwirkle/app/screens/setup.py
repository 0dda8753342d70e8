"""The set-up screen: the ruleset, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, HorizontalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Select, Static

from qwirkle import catalog
from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.app.session import HUMAN
from qwirkle.bots.roster import bot_names
from qwirkle.engine.variant import Variant
from qwirkle.notation import MOST_AGE, Player, clean_name
from qwirkle.texts import tr

MOST_SEATS = 4


class SetupScreen(Page[None]):
    """Asks for what a new game needs; every answer has a usual one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", tr("Start"), id="setup.start", priority=True),
        Binding("escape", "leave", tr("Back"), id="setup.back"),
    ]

    def __init__(
        self, variant: Variant | None, seed: int | None, players: Sequence[Player] = ()
    ) -> None:
        super().__init__()
        self._given = players
        self._variants = list(catalog.bundled())
        if variant is not None and variant not in self._variants:
            self._variants.insert(0, variant)
        self._chosen = self._variants.index(variant) if variant is not None else 0
        self._seed = seed

    @property
    def variant(self) -> Variant:
        """The ruleset that is chosen now."""
        return self._variants[self._chosen]

    def compose_page(self) -> ComposeResult:
        """A row for the rules, one for the number of players, and one for each seat."""
        kinds = [(tr("a person"), HUMAN)]
        kinds += [(tr("bot: {name}", name=name), f"bot:{name}") for name in bot_names()]
        usual = next((kind for _, kind in kinds if kind == "bot:greedy"), kinds[-1][1])
        with VerticalScroll(classes="sheet"):
            with HorizontalGroup(classes="row"):
                yield Static(tr("Rules"), classes="label", markup=False)
                yield Select(
                    [(Content(each.title), index) for index, each in enumerate(self._variants)],
                    value=self._chosen,
                    allow_blank=False,
                    id="variant",
                    compact=True,
                )
            yield Static("", id="account", markup=False)
            with HorizontalGroup(classes="row"):
                yield Static(tr("Players"), classes="label", markup=False)
                yield Select(
                    [(str(count), count) for count in range(2, MOST_SEATS + 1)],
                    value=max(2, len(self._given)),
                    allow_blank=False,
                    id="count",
                    compact=True,
                )
            for seat in range(MOST_SEATS):
                usually = Player(tr("Player {seat}", seat=seat + 1), None, usual if seat else HUMAN)
                player = self._given[seat] if seat < len(self._given) else usually
                with HorizontalGroup(classes="row seat", id=f"seat-{seat}"):
                    yield Static(tr("Seat {seat}", seat=seat + 1), classes="label", markup=False)
                    yield Input(
                        player.name,
                        id=f"name-{seat}",
                        classes="name",
                        compact=True,
                        max_length=200,
                    )
                    yield Input(
                        "" if player.age is None else str(player.age),
                        placeholder=tr("age"),
                        id=f"age-{seat}",
                        classes="age",
                        compact=True,
                        max_length=3,
                        restrict=r"[0-9]*",
                    )
                    yield Select(
                        kinds,
                        value=player.kind,
                        allow_blank=False,
                        id=f"kind-{seat}",
                        classes="kind",
                        compact=True,
                    )
            yield Static("", id="why-age", classes="muted", markup=False)
            yield Static("", id="trouble", classes="trouble", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(tr("Start"), id="start", variant="primary")
                yield Button(tr("Back"), id="back")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show what belongs to the usual answers."""
        self._show_rules()
        self.query_one("#start", Button).focus()

    @on(Select.Changed, "#variant")
    def _change_rules(self, event: Select.Changed) -> None:
        self._chosen = int(str(event.value))
        self._show_rules()

    @on(Select.Changed, "#count")
    def _change_count(self) -> None:
        self._show_seats()

    def _show_rules(self) -> None:
        variant = self.variant
        self.query_one("#account", Static).update(Content(account_of(variant, self._variants)))
        why = (
            tr("Ages are optional: among equal hands the youngest starts.")
            if variant.opening_tie == "youngest"
            else tr("Ages are optional: among equal hands the oldest starts.")
        )
        self.query_one("#why-age", Static).update(Content(why))
        count = self.query_one("#count", Select)
        counts = range(variant.fewest_players, variant.most_players + 1)
        kept = count.value if count.value in counts else counts[0]
        count.set_options([(str(each), each) for each in counts])
        count.value = kept
        self._show_seats()

    def _show_seats(self) -> None:
        count = int(str(self.query_one("#count", Select).value))
        for seat in range(MOST_SEATS):
            self.query_one(f"#seat-{seat}").display = seat < count

    @on(Button.Pressed, "#back")
    def action_leave(self) -> None:
        """Go back to the start screen."""
        self.table_app.open_start()

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Start the game, or say what is missing."""
        try:
            players = self._players()
        except ValueError as error:
            self.query_one("#trouble", Static).update(Content(str(error)))
            return
        self.table_app.begin(self.variant, players, self._seed)

    def _players(self) -> tuple[Player, ...]:
        count = int(str(self.query_one("#count", Select).value))
        players = []
        for seat in range(count):
            kind = str(self.query_one(f"#kind-{seat}", Select).value)
            text = self.query_one(f"#name-{seat}", Input).value
            age = self.query_one(f"#age-{seat}", Input).value
            if age and int(age) > MOST_AGE:
                raise ValueError(tr("An age is at most {most}.", most=MOST_AGE))
            players.append(Player(clean_name(text), int(age) if age else None, kind))
        return tuple(players)


def account_of(variant: Variant, others: Sequence[Variant]) -> str:
    """What a ruleset is, and what differs from one that it is most unlike, in a few lines."""
    from qwirkle.rulebook import differences

    lines = [variant.summary] if variant.summary else []
    told = max((differences(other, variant) for other in others), key=len, default=())
    lines += [f"· {sentence}" for sentence in told]
    return "\n".join(lines)
