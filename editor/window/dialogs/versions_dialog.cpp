// SPDX-License-Identifier: Apache-2.0
#include "editor/window/dialogs/versions_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/document/comparison.h"
#include "editor/window/shared/words.h"

namespace casebook::window {

namespace {

class Versions : public Panel {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Versions)

 public:
  Versions(Desk& desk, std::function<QString()> ask_file, QWidget* parent)
      : Panel(desk, Topic::content | Topic::rules | Topic::files, parent), ask_file_(std::move(ask_file)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* top = new QHBoxLayout;
    auto* label = new QLabel(tr("&Compare this scenario with"));
    with_ = new QComboBox;
    with_->setObjectName("versionsWith");
    with_->setAccessibleName(tr("Compare this scenario with"));
    with_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(with_);
    auto* other = new QPushButton(tr("&Another project..."));
    other->setObjectName("versionsOther");
    top->addWidget(label);
    top->addWidget(with_, 1);
    top->addWidget(other);
    layout->addLayout(top);
    told_ = new QLabel;
    told_->setObjectName("versionsTold");
    told_->setWordWrap(true);
    layout->addWidget(told_);
    list_ = new QListWidget;
    list_->setObjectName("versionsList");
    list_->setAccessibleName(tr("Differences"));
    list_->setWordWrap(true);
    list_->setAlternatingRowColors(true);
    layout->addWidget(list_, 1);
    connect(with_, &QComboBox::activated, this, [this] { compare(); });
    connect(other, &QPushButton::clicked, this, [this] { choose_other(); });
  }

 protected:
  void refresh(unsigned topics) override {
    if (has(topics, Topic::project)) fill();
    compare();
  }

 private:
  void fill() {
    with_->clear();
    other_.reset();
    with_->addItem(tr("Saved version"), -1);
    const std::vector<int> scenarios =
        desk_.document() == nullptr ? std::vector<int>() : desk_.document()->scenarios();
    for (const int part : scenarios)
      if (part != desk_.document()->scenario())
        with_->addItem(words(desk_.document()->part(part).path), part);
    // A box alone would give way until its words are cut off.
    with_->setMinimumWidth(with_->sizeHint().width());
  }

  void choose_other() {
    const QString path = ask_file_();
    if (path.isEmpty()) return;
    editor::OpenOptions options;
    options.ruleset_folders = desk_.ruleset_folders();
    auto opened = editor::Document::open(path.toStdString(), options);
    if (!opened.document) {
      told_->setText(words(opened.problem));
      list_->clear();
      return;
    }
    other_ = opened.document->snapshot();
    const int at = with_->findData(-2);
    if (at >= 0) with_->removeItem(at);
    with_->addItem(path, -2);
    with_->setCurrentIndex(with_->count() - 1);
    compare();
  }

  void compare() {
    list_->clear();
    if (desk_.document() == nullptr) return;
    const int chosen = with_->currentData().toInt();
    std::shared_ptr<const editor::Snapshot> first;
    if (chosen == -1) {
      first = editor::as_saved(*desk_.document());
    } else if (chosen == -2) {
      first = other_;
    } else {
      auto with = std::make_shared<editor::Snapshot>(*desk_.document()->snapshot());
      with->scenario = chosen;
      first = with;
    }
    if (!first) return;
    const editor::Compared compared = editor::compare_scenarios(*first, *desk_.document()->snapshot());
    for (const std::string& one : compared.texts) list_->addItem(words(one));
    if (!compared.problem.empty())
      told_->setText(words(compared.problem));
    else if (compared.texts.empty())
      told_->setText(tr("No differences."));
    else
      told_->setText(tr("%1. \"A instead of B\" means: A in this scenario, B in the other.")
                         .arg(counted(static_cast<qsizetype>(compared.texts.size()), tr("difference"),
                                      tr("differences"))));
  }

  std::function<QString()> ask_file_;
  QComboBox* with_;
  QLabel* told_;
  QListWidget* list_;
  std::shared_ptr<const editor::Snapshot> other_;
};

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(casebook::window::Versions)
};

}  // namespace

QDialog* show_versions(Desk& desk, std::function<QString()> ask_file, QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("versions");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Texts::tr("Compare versions"));
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(new Versions(desk, std::move(ask_file), dialog), 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  layout->addWidget(buttons);
  dialog->resize(std::max(720, dialog->sizeHint().width()), 460);
  dialog->show();
  return dialog;
}

}  // namespace casebook::window
