"""What a person does in a turn: every action changes the half-built turn or submits a move."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from textual import on

from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.table.layout import TablePage
from qwirkle.engine.moves import Move, Pass, Redraw
from qwirkle.engine.pieces import Cell
from qwirkle.engine.refusal import Refusal
from qwirkle.engine.view import View
from qwirkle.table.cursor import landing, moved, next_cell
from qwirkle.table.draft import Draft, Order, Task, arrange
from qwirkle.table.host import Session
from qwirkle.texts import tr


class TurnPage(TablePage, inherit_bindings=False):
    """The table with a half-built turn on it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.draft: Draft | None = None
        self.order = Order.DRAWN
        self.cursor: Cell = (0, 0)
        self.refused: tuple[Cell, ...] = ()
        self.notice = ""

    @property
    def view(self) -> View:
        """What the player to move may know."""
        return self.session.game.view(self.session.player)

    @abstractmethod
    def show(self) -> None:
        """Show the game as it is now."""

    @abstractmethod
    def submit(self, move: Move) -> None:
        """Make a move of the person at the keyboard."""

    def change(self, draft: Draft) -> None:
        """Go on with this half-built turn; what was said stays while pieces are marked for it."""
        if self.draft is None or draft.task is Task.LAY or draft.task is not self.draft.task:
            self.notice = ""
        if draft.picked is not None and (self.draft is None or draft.picked != self.draft.picked):
            self._aim(draft)
        self.draft, self.refused = draft, ()
        self.show()

    def _aim(self, draft: Draft) -> None:
        """Bring the cursor to a cell for the picked piece, unless it is on one already.

        A hint for this piece comes first, then what is in sight.
        """
        fits = draft.fits(self.view)
        if not fits or draft.takes(self.view, self.cursor):
            return
        hinted = self.frame.hinted if self.frame else {}
        wanted = [cell for cell in fits if cell in hinted and hinted[cell][1] == draft.picked_face]
        window = self.query_one(BoardPane).window
        seen = [cell for cell in fits if window.shows(cell)]
        self.cursor = landing((wanted, seen, fits), self.cursor)

    def say(self, notice: str, cells: tuple[Cell, ...] = ()) -> None:
        """Say something in the banner until the next thing is done."""
        self.notice, self.refused = notice, cells
        self.show()

    def refuse(self, refusal: Refusal) -> None:
        """Say which rule forbids it, and mark where."""
        self.say(tr("{reason} ({rule})", reason=str(refusal), rule=refusal.rule), refusal.cells)

    def offers(self, action: str) -> bool | None:
        """Whether an action applies to this moment of this turn."""
        draft = self.draft
        if action not in _TURN_ACTIONS:
            return super().offers(action)
        if draft is None or self.session.game.over:
            return False
        options, forced = self.view.options, self.view.forced
        laying = draft.task is Task.LAY and forced is None
        match action:
            case "redraw":
                return isinstance(forced, Redraw)
            case "pass":
                return isinstance(forced, Pass)
            case "play":
                return laying and draft.complete(self.view)
            case "trade":
                return draft.task is Task.TRADE and bool(draft.marks)
            case "roll":
                return draft.task is Task.ROLL and bool(draft.marks)
            case "pick" | "next_fit" | "lay":
                return laying and (action == "pick" or draft.picked is not None)
            case "back" | "clear":
                return laying and not draft.untouched
            case "mark" | "mark_all":
                return draft.task is not Task.LAY
            case "keep" | "roll_all":
                return draft.task is Task.ROLL and options.place is (action == "keep")
            case "hint":
                return forced is None
            case "stop_trade":
                return draft.task is Task.TRADE and (options.place or bool(draft.marks))
            case "start_trade":
                return laying and options.trade > 0
            case "start_roll":
                return laying and options.free_roll
        return True

    def _act(self) -> Draft:
        assert self.draft is not None, "no turn action is offered without a draft"
        return self.draft

    def action_pick(self, slot: int) -> None:
        """Pick the piece in a slot, or put it back."""
        self.change(self._act().choose(slot))

    def action_mark(self, slot: int) -> None:
        """Mark the piece in a slot, or take the mark away."""
        self.change(self._act().choose(slot))

    def action_mark_all(self) -> None:
        """Mark everything, or nothing."""
        self.change(self._act().choose_all())

    def action_lay(self) -> None:
        """Lay the picked piece at the cursor."""
        draft = self._act()
        if self.cursor in draft.board(self.view).cells and not draft.fits(self.view):
            self.say(tr("This piece fits nowhere now."))
        else:
            self.lay_at(self.cursor)

    def lay_at(self, cell: Cell) -> None:
        """Lay the picked piece there, or say why it cannot lie there."""
        draft = self._act()
        self.cursor = cell
        if draft.picked is None:
            self.say(tr("Pick a piece first."))
            return
        try:
            self.change(draft.lay(self.view, cell))
        except Refusal as refusal:
            self.refuse(refusal)

    def action_back(self) -> None:
        """Take the last piece back."""
        self.change(self._act().back())

    def action_clear(self) -> None:
        """Take everything back."""
        self.change(self._act().clear())

    def action_start_trade(self) -> None:
        """Mark what to trade."""
        self.change(self._act().turn_to(Task.TRADE))

    def action_stop_trade(self) -> None:
        """Go back to laying; where a trade is due, only take the marks away."""
        must = not self.view.options.place
        self.change(self._act().turn_to(Task.TRADE if must else Task.LAY))

    def action_start_roll(self) -> None:
        """Mark what to roll."""
        self.change(self._act().turn_to(Task.ROLL))

    def action_keep(self) -> None:
        """Leave the free roll."""
        self.change(self._act().turn_to(Task.LAY))

    def action_roll_all(self) -> None:
        """Leave the free roll where nothing fits: all are rolled until one does (J6).

        Rules of one's own may have a trade, a new hand or a pass in store instead.
        """
        view = self.view
        due = replace(view.options, free_roll=False).forced(view.hand)
        if due is not None:
            self.submit(due)
        else:
            self.change(self._act().turn_to(Task.TRADE))

    def action_play(self) -> None:
        """Commit what is laid."""
        self._commit()

    def action_trade(self) -> None:
        """Trade what is marked."""
        self._commit()

    def action_roll(self) -> None:
        """Roll what is marked."""
        self._commit()

    def action_redraw(self) -> None:
        """Put a dead hand back and draw anew."""
        self.submit(Redraw())

    def action_pass(self) -> None:
        """Pass, because nothing else can be done."""
        self.submit(Pass())

    def _commit(self) -> None:
        move = self._act().move()
        if move is not None:
            self.submit(move)

    def action_sort(self) -> None:
        """Show the hand in the next order."""
        self.order = self.order.next
        if self.draft is not None:
            self.draft = self.draft.arranged(arrange(self.view.hand, self.order))
        self.show()

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor, but never far from the pieces."""
        pieces = self.session.game.position.board.cells
        self._step_to(moved(self.cursor, columns, rows, pieces))

    def action_next_fit(self, step: int) -> None:
        """Move the cursor to the next cell where the picked piece fits."""
        cells = self._act().fits(self.view)
        if cells:
            self._step_to(next_cell(cells, self.cursor, step))
        else:
            self.say(tr("This piece fits nowhere now."))

    def _step_to(self, cell: Cell) -> None:
        """Move the cursor there; where nothing else is new, the frame is not made anew."""
        told = self.refused or self.notice
        self.cursor, self.refused, self.notice = cell, (), ""
        if self.frame is None or self.draft is None or told:
            self.show()
        else:
            self.frame = replace(self.frame, cursor=cell)

    @on(BoardPane.CellPressed)
    def _press_cell(self, event: BoardPane.CellPressed) -> None:
        if self.draft is None or self.draft.task is not Task.LAY or self.view.forced is not None:
            self.cursor = event.cell
            self.show()
        else:
            self.lay_at(event.cell)

    @on(BoardPane.CellTakenBack)
    def _take_cell(self, event: BoardPane.CellTakenBack) -> None:
        if self.draft is not None and self.draft.task is Task.LAY:
            taken = self.draft.take(event.cell)
            self.change(self.draft.back() if taken == self.draft else taken)

    @on(HandPane.SlotPressed)
    def _press_slot(self, event: HandPane.SlotPressed) -> None:
        if self.draft is not None and self.view.forced is None:
            self.change(self.draft.choose(event.index))


_TURN_ACTIONS = frozenset(
    {
        "play",
        "trade",
        "roll",
        "redraw",
        "pass",
        "pick",
        "mark",
        "mark_all",
        "lay",
        "next_fit",
        "back",
        "clear",
        "keep",
        "roll_all",
        "stop_trade",
        "start_trade",
        "start_roll",
        "hint",
    }
)
