"""Compares a step of an optimiser with the right one. The given values and the outcomes have
names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from course.check.base.failures import wrong_answer
from course.check.base.student_code import answer_to
from course.check.experiments.experiment import Experiments, RightOf, on_random_values
from course.questions import CallFunction
from course.reference.cases import Case
from course.values.closeness import is_right
from course.values.compare import Row
from course.values.kinds import returned_in_words
from course.values.tensors import NamedTensors, numbers_in


@dataclass(frozen=True)
class OptimiserStep:
    """A student's function for one step, and what the check knows about it."""

    name: str  # of the student's function
    question: Callable[[NamedTensors], CallFunction]  # asks for a step with given values
    outcomes: Callable[[object], Mapping[str, object]]  # the returned values by name
    right_of: RightOf  # returns the right outcomes for given values
    expected: str  # what should be returned, in words

    def rows(self, given: NamedTensors, case: Case) -> list[Row]:
        """The outcomes of a step with these values, compared with the right ones.

        Raises:
            CheckFailed: the code raises an error, or does not return all that it should.
        """
        returned = answer_to(self.name, case, self.question(given)).returned
        outcomes = self.outcomes(returned)
        right = self.right_of(given)
        if outcomes.keys() != right.keys():
            # Returning only some of the right values may be a known mistake; other names are not.
            is_other = isinstance(returned, Mapping) and not _is_part_of(right, outcomes)
            what = returned_in_words(returned)
            raise wrong_answer(
                f"{self.name} returned {what}, but {self.expected} expected.",
                None if is_other else case.symptom(numbers_in(returned)),
            )
        return [Row(name, outcomes[name], value) for name, value in right.items()]

    def experiments(
        self, values_given: list[NamedTensors], fixed: tuple[str, ...] = ()
    ) -> Experiments:
        """Reserves experiments on these values and on variations of them. `fixed` is as for
        `Experiments`."""
        return Experiments(
            self.question,
            lambda answer: self.outcomes(answer.returned),
            lambda: on_random_values(values_given, self.right_of),
            fixed=fixed,
        )


def _is_part_of(right: NamedTensors, outcomes: Mapping[str, object]) -> bool:
    """Whether the outcomes are some of the right values, and nothing else."""
    are_right = all(name in right and is_right(outcomes[name], right[name]) for name in outcomes)
    return are_right and 0 < len(outcomes) < len(right)
