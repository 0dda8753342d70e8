"""The set-up screen: the variant and the players of a new game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Input, Select, Static

from qwirkle import catalog
from qwirkle.bots.registry import bot_names
from qwirkle.engine.variant import AGE_CRITERIA, MAX_PLAYERS, Variant
from qwirkle.i18n import tr
from qwirkle.records.players import HUMAN, MAX_AGE, Player, clean_name, with_unique_names
from qwirkle.records.schema import required_version
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import ResponsiveText

MAX_SUMMARY_LINES = 9
"""Lines about a variant, at most, so that the players stay visible."""

DEFAULT_BOT_NAMES = (tr("Greta"), tr("Otto"), tr("Ida"), tr("Emil"), tr("Nora"), tr("Hugo"))
"""Default names of bots, one per seat."""


class SetupScreen(BaseScreen[None]):
    """A form for a new game; every field has a default."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", tr("Start"), id="setup.start", priority=True),
        Binding("escape", "leave", tr("Back"), id="setup.back"),
    ]

    def __init__(
        self, variant: Variant | None, seed: int | None, players: Sequence[Player] = ()
    ) -> None:
        super().__init__()
        self._initial_players = players
        self._variants = list(catalog.playable_variants())
        if variant is not None and variant not in self._variants:
            self._variants.insert(0, variant)
        # The default is the variant with the fewest special rules and the fewest steps per turn.
        eligible = [
            candidate for candidate in self._variants if candidate.players.max >= len(players)
        ]
        simplest = min(
            eligible,
            key=lambda candidate: (required_version(candidate), len(candidate.turn)),
            default=None,
        )
        self._variant_index = self._variants.index(variant or simplest or self._variants[0])
        self._seed = seed
        self._kinds = [player.kind for player in self._default_players()]
        """Kind of player by seat, before the latest change."""

    def _default_players(self) -> Iterator[Player]:
        """Yield a player for every possible seat: the given ones, then defaults."""
        bots = bot_names()
        default_bot = f"bot:{'greedy' if 'greedy' in bots else bots[-1]}"
        names = [player.name for player in self._initial_players]
        yield from self._initial_players
        for seat in range(len(self._initial_players), MAX_PLAYERS):
            kind = default_bot if seat else HUMAN
            names.append(default_name(seat, kind, names))
            yield Player(names[-1], None, kind)

    @property
    def variant(self) -> Variant:
        return self._variants[self._variant_index]

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content", can_focus=False), VerticalGroup(classes="column"):
            with VerticalGroup(classes="box") as rules_box:
                rules_box.border_title = Content(tr("Rules"))
                yield Select(
                    [
                        (Content(variant.title), index)
                        for index, variant in enumerate(self._variants)
                    ],
                    value=self._variant_index,
                    allow_blank=False,
                    id="variant",
                    compact=True,
                )
                yield ResponsiveText(self._render_variant_summary, name="variant-summary")
            with VerticalGroup(classes="box") as players_box:
                players_box.border_title = Content(tr("Players"))
                yield from self._compose_players()
        yield Static("", id="error", classes="error", markup=False)
        yield Static("", id="game-summary", classes="centred", markup=False)
        with HorizontalGroup(classes="actions"):
            yield Button(tr("Start the game"), id="start", variant="primary", compact=True)
            yield Button(tr("Back"), id="back", compact=True)
        yield KeyBar()

    def _compose_players(self) -> ComposeResult:
        with HorizontalGroup(classes="row"):
            yield Static(tr("How many"), classes="count", markup=False)
            yield Select(
                [(str(count), count) for count in range(2, MAX_PLAYERS + 1)],
                value=max(2, len(self._initial_players)),
                allow_blank=False,
                id="count",
                compact=True,
            )
        with HorizontalGroup(classes="row headings"):
            yield Static("", classes="seat-number", markup=False)
            yield Static(tr("name"), classes="name", markup=False)
            yield Static(tr("age"), classes="age", markup=False)
            yield Static(tr("who plays"), classes="kind", markup=False)
        kinds = [(tr("A person"), HUMAN)]
        kinds += [(describe_bot(name), f"bot:{name}") for name in bot_names()]
        for seat, player in enumerate(self._default_players()):
            known_kinds = [kind for _, kind in kinds]
            custom_kinds = (
                [] if player.kind in known_kinds else [(Content(player.kind), player.kind)]
            )
            with HorizontalGroup(classes="row", id=f"seat-{seat}"):
                yield Static(str(seat + 1), classes="seat-number", markup=False)
                yield Input(
                    player.name, id=f"name-{seat}", classes="name", compact=True, max_length=200
                )
                yield Input(
                    "" if player.age is None else str(player.age),
                    placeholder="–",
                    id=f"age-{seat}",
                    classes="age",
                    compact=True,
                    max_length=3,
                    restrict=r"[0-9]*",
                )
                yield Select(
                    [*((Content(text), kind) for text, kind in kinds), *custom_kinds],
                    value=player.kind,
                    allow_blank=False,
                    id=f"kind-{seat}",
                    classes="kind",
                    compact=True,
                )
        yield Static("", id="age-hint", classes="muted", markup=False)

    def _render_variant_summary(self, appearance: Appearance, columns: int) -> Text:
        return Text(variant_summary(self.variant, self._variants, max(20, columns)), end="")

    def on_mount(self) -> None:
        self._show_variant()
        self.query_one("#start", Button).focus()

    @on(Select.Changed, "#variant")
    def _change_variant(self, event: Select.Changed) -> None:
        self._variant_index = int(str(event.value))
        self._show_variant()

    @on(Select.Changed, "#count")
    def _change_count(self) -> None:
        self._show_seats()

    def _show_variant(self) -> None:
        variant = self.variant
        self.query_one("#variant-summary").refresh(layout=True)
        self.query_one("#age-hint", Static).update(Content(age_hint(variant)))
        count = self.query_one("#count", Select)
        counts = range(variant.players.min, variant.players.max + 1)
        selected = min(max(int(str(count.value)), counts[0]), counts[-1])
        count.set_options([(str(number), number) for number in counts])
        count.value = selected
        self._show_seats()

    def _show_seats(self) -> None:
        count = int(str(self.query_one("#count", Select).value))
        for seat in range(MAX_PLAYERS):
            self.query_one(f"#seat-{seat}").display = seat < count
        self._show_game_summary()

    @on(Select.Changed, ".kind")
    def _change_kind(self, event: Select.Changed) -> None:
        """Change a name along with the kind of player, unless the user typed it."""
        kind, seat = str(event.value), int(str(event.select.id).rpartition("-")[2])
        previous_kind, self._kinds[seat] = self._kinds[seat], kind
        name_input = self.query_one(f"#name-{seat}", Input)
        others = [
            other.value for other in self.query(".name").results(Input) if other is not name_input
        ]
        default_names = ("", *DEFAULT_BOT_NAMES, default_name(seat, HUMAN))
        if (kind == HUMAN) != (
            previous_kind == HUMAN
        ) and name_input.value.strip() in default_names:
            name_input.value = default_name(seat, kind, others)
        self._show_game_summary()

    @on(Input.Changed)
    def _show_game_summary(self) -> None:
        """Show which game would start, or what's missing."""
        try:
            summary, problem = game_summary(self.variant, self.chosen_players()), ""
        except ValueError as error:
            summary, problem = "", str(error)
        self.query_one("#game-summary", Static).update(Content(summary))
        self.show_error(problem)

    @on(Button.Pressed, "#back")
    def action_leave(self) -> None:
        self.qwirkle_app.open_start()

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        try:
            players = self.chosen_players()
        except ValueError:
            return  # the error is on the screen already
        self.qwirkle_app.start_game(self.variant, players, self._seed)

    def chosen_players(self) -> tuple[Player, ...]:
        """Return the players as set up, with unique names. Raises ValueError if one is invalid."""
        count = int(str(self.query_one("#count", Select).value))
        players = []
        for seat in range(count):
            kind = str(self.query_one(f"#kind-{seat}", Select).value)
            text = self.query_one(f"#name-{seat}", Input).value
            age = self.query_one(f"#age-{seat}", Input).value
            if age and int(age) > MAX_AGE:
                raise ValueError(tr("An age is at most {most}.", most=MAX_AGE))
            players.append(Player(clean_name(text), int(age) if age else None, kind))
        return with_unique_names(players)


def age_hint(variant: Variant) -> str:
    """Return what ages are for in this variant."""
    opening = variant.opening
    if opening.who in AGE_CRITERIA:
        if opening.who == "oldest":
            return tr("Ages may stay empty. The oldest starts.")
        return tr("Ages may stay empty. The youngest starts.")
    if not opening.tie_breakers or opening.tie_breakers[0] not in AGE_CRITERIA:
        return tr("Ages may stay empty: they do not matter here.")
    if opening.tie_breakers[0] == "oldest":
        return tr("Ages may stay empty. Of several with the largest set, the oldest starts.")
    return tr("Ages may stay empty. Of several with the largest set, the youngest starts.")


def default_name(seat: int, kind: str, used_names: Sequence[str] = ()) -> str:
    """Return the default name of a player; a bot gets one that isn't in `used_names`."""
    if kind == HUMAN:
        return tr("Player {seat}", seat=seat + 1)
    return next(name for name in DEFAULT_BOT_NAMES if name not in used_names)


def game_summary(variant: Variant, players: Sequence[Player]) -> str:
    """Describe the game that is about to start in one sentence.

    >>> from qwirkle import catalog
    >>> rules = catalog.bundled_variants()[0]
    >>> game_summary(rules, [Player("Ann"), Player("Greta", None, "bot:expert")]) == (
    ...     f"{rules.title}: Ann against Greta (expert)."
    ... )
    True
    """
    *others, last = (
        player.name
        if player.bot is None
        else tr("{name} ({bot})", name=player.name, bot=player.bot)
        for player in players
    )
    values = {"title": variant.title, "others": ", ".join(others), "last": last}
    if len(others) == 1:
        return tr("{title}: {others} against {last}.", **values)
    return tr("{title}: {others} and {last}.", **values)


def variant_summary(variant: Variant, others: Sequence[Variant], columns: int) -> str:
    """Summarize a variant and how it differs from another one, in a few lines.

    Compare only with `others` that have no special rules: with the most different one if this
    variant has none either, else with the most similar one.
    """
    from qwirkle.text.comparison import difference_sentences

    comparisons = [
        difference_sentences(other, variant) for other in others if required_version(other) == 1
    ]
    select = max if required_version(variant) == 1 else min
    sentences = select(filter(None, comparisons), key=len, default=())
    lines = wrap(variant.summary, columns)
    for number, sentence in enumerate(sentences, start=1):
        sentence_lines = wrap(f"· {sentence}", columns, subsequent_indent="  ")
        if len(lines) + len(sentence_lines) + (number < len(sentences)) > MAX_SUMMARY_LINES:
            lines.append(tr("· The rules tell what else is different."))
            break
        lines += sentence_lines
    return "\n".join(lines)


def describe_bot(name: str) -> str:
    """Return a bot's name and strength in a few words."""
    results = {
        "random": tr("Random bot: any legal turn"),
        "casual": tr("Casual bot: easy, for beginners"),
        "simple": tr("Simple bot: best as the pieces lie"),
        "greedy": tr("Greedy bot: most points every turn"),
        "expert": tr("Expert bot: strong, minds your reply"),
        "master": tr("Master bot: strongest, thinks longer"),
    }
    return results.get(name) or tr("Bot: {name}", name=name)
