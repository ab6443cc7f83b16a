"""The account of a backward pass: which share arrived where, told by hand-made events."""

import pytest
import torch

from course.recording.account import Account, Arrival
from course.recording.records import Event

# The places of each node's inputs. The last node is the output.
CHAIN = [[], [0]]
TWICE = [[], [0, 0]]  # the output uses the leaf twice
FORK = [[], [0], [0], [1, 2]]  # two nodes between the leaf and the output


def change(node: int, before: object, after: object, share: object = None) -> Event:
    return Event("set", node, after, before, share)


def returned(node: int, *shares: object) -> Event:
    return Event("returned", node, list(shares))


def arrivals(account: Account, *events: Event) -> list[Arrival]:
    """What each change brought."""
    brought = []
    for event in account.follow(events):
        if event.kind == "returned":
            account.returned(event.node, event.value)
        elif event.kind == "set":
            brought.append(account.arrival(event))
    return brought


def last(inputs: list[list[int]], *events: Event, **options) -> Arrival:
    """What the last change brought, in a pass that begins with 3."""
    return arrivals(Account(inputs, 3.0, **options), *events)[-1]


def test_the_first_thing_at_the_output_starts_the_pass_whatever_it_is():
    for start in (3.0, 1.0):
        assert last(CHAIN, change(1, None, start)) == Arrival("started")
        assert last(CHAIN, change(1, None, start, share=start)) == Arrival("started")


@pytest.mark.parametrize("share", [None, 0.5])
def test_a_share_is_added_whether_accumulated_or_put_where_nothing_was(share):
    events = returned(1, 0.5), change(0, None, 0.5, share)
    assert last(CHAIN, *events) == Arrival("added", [(1, 0)])


def test_shares_arrive_one_by_one_and_are_counted():
    account = Account(FORK, 3.0)
    shares = returned(1, 0.5), returned(2, 0.25), change(0, None, 0.25), change(0, 0.25, 0.75)
    assert arrivals(account, *shares) == [Arrival("added", [(2, 0)]), Arrival("added", [(1, 0)])]
    assert (account.counts[0], account.waiting) == (2, {})


def test_shares_of_one_node_or_of_all_arrive_together():
    assert last(TWICE, returned(1, 0.5, 2.0), change(0, None, 2.5)).edges == [(1, 0), (1, 1)]
    of_two = returned(1, 0.5), returned(2, 2.0), change(0, 0.0, 2.5)
    assert last(FORK, *of_two).edges == [(1, 0), (2, 0)]
    all_of_one = returned(1, 0.5, 2.0), returned(2, 1.0), change(0, None, 2.5)
    assert last([[], [0, 0], [0], [1, 2]], *all_of_one).edges == [(1, 0), (1, 1)]


def test_a_share_that_takes_the_place_of_another_loses_it():
    events = returned(1, 0.5, 2.0), change(0, None, 0.5), change(0, 0.5, 2.0)
    assert last(TWICE, *events) == Arrival("lost", [(1, 1)])


def test_what_a_call_before_left_is_replaced_or_forgotten_or_added_to():
    share = returned(1, 0.5)
    assert last(CHAIN, share, change(0, 9.0, 0.5)) == Arrival("put", [(1, 0)])
    assert last(CHAIN, change(0, 9.0, None)) == Arrival("forgotten")
    assert last(CHAIN, share, change(0, 9.0, 9.5)) == Arrival("added", [(1, 0)], is_on_old=True)


def test_setting_what_is_there_again_or_adding_zero_changes_nothing():
    first, second = change(0, None, 0.5, 0.5), change(0, 0.5, 1.0, 0.5)
    again = change(0, 0.5, 0.5)
    brought = arrivals(Account(TWICE, 3.0), returned(1, 0.5, 0.5), first, again, second)
    assert brought[1:] == [Arrival("unchanged"), Arrival("added", [(1, 1)])]
    assert last(CHAIN, returned(1, 0.5), first, change(0, 0.5, 0.5, 0.0)) == Arrival("unchanged")


def test_what_has_arrived_is_wiped_if_nothing_takes_its_place():
    brought = returned(1, 0.5), change(0, None, 0.5)
    for nothing in (None, 0.0):
        assert last(CHAIN, *brought, change(0, 0.5, nothing)) == Arrival("wiped")


def test_shares_that_cancel_have_arrived_and_wipe_nothing():
    events = returned(1, 0.5, -0.5), change(0, None, 0.5), change(0, 0.5, 0.0)
    assert last(TWICE, *events) == Arrival("added", [(1, 1)])


@pytest.mark.parametrize("share", [None, 0.7])
def test_what_no_node_has_returned_is_undue(share):
    account = Account(CHAIN, 3.0)
    (arrival,) = arrivals(account, returned(1, 0.5), change(0, None, 0.7, share))
    assert (arrival, account.counts[0]) == (Arrival("undue"), 0)
    assert account.waiting_for(0) == {(1, 0): 0.5}


def test_something_may_be_said_to_have_come_instead_of_a_share():
    account = Account(CHAIN, 3.0)
    arrivals(account, returned(1, 0.5))
    account.arrived([(1, 0)], instead=0.7)
    assert (account.edges, account.counts[0]) == ({(1, 0): (0.7, True)}, 1)


def test_a_list_of_shares_holds_nothing_until_they_are_added_up():
    share, both = change(0, [], [0.5]), change(0, [0.5, 2.0], 2.5)
    assert last(TWICE, returned(1, 0.5, 2.0), share) == Arrival("forgotten")
    assert last(TWICE, returned(1, 0.5, 2.0), share, both).edges == [(1, 0), (1, 1)]


def test_only_if_it_must_be_certain_is_it_left_open_which_of_two_equal_shares_came():
    events = returned(1, 0.5), returned(2, 0.5), change(0, None, 0.5)
    assert last(FORK, *events).edges == [(1, 0)]
    assert last(FORK, *events, certain=True).edges == []


def test_a_share_is_summed_over_the_axes_along_which_a_value_was_broadcast():
    events = returned(1, torch.ones(2, 3)), change(0, None, torch.full((3,), 2.0))
    assert last(CHAIN, *events, shapes=[(3,), (2, 3)]).edges == [(1, 0)]
    assert last(CHAIN, *events).kind == "undue"


def test_a_share_that_is_returned_once_more_waits_again_unless_that_is_not_wanted():
    for again in (True, False):
        account = Account(CHAIN, 3.0)
        arrivals(account, returned(1, 0.5), change(0, None, 0.5))
        account.returned(1, [0.5], again=again)
        assert bool(account.waiting) == again


def test_users_are_to_come_until_their_backward_is_called():
    account, still = Account(FORK, 3.0), []
    for _ in account.follow([Event("call", 3), Event("call", 2), Event("call", 1)]):
        still.append(account.users_to_come(0))
    assert still == [[1, 2], [1], []]
    assert account.users_to_come(3) == []


def test_a_share_that_takes_the_place_of_an_equal_one_is_lost_unless_it_is_still_added():
    first, same = change(0, None, 0.5), change(0, 0.5, 0.5)
    brought = arrivals(Account(TWICE, 3.0), returned(1, 0.5, 0.5), first, same, same)
    assert brought[1] == Arrival("lost", [(1, 1)])
